import { LIMITS } from '../../../../../contract/limits.ts'
import { t } from '../../../i18n/t.ts'
import { categoryTrail } from '../category-match.ts'
import { contentOf, EMPTY_FORM, formOf } from '../listing-form.ts'
import { roomFor } from '../photos.ts'
import { problemsOf } from '../rules.ts'
import type { Category } from '../types.ts'
import type { AdOfCopy } from './read-copy.ts'
import { columnOf, type ImportRow, type Note } from './rows.ts'

/** Converts exported ads to rows. Missing values are only hints. */
export function rowsOfCopy(ads: readonly AdOfCopy[], categories: readonly Category[]): ImportRow[] {
  const seen = new Map<string, number>()
  return ads.map((given) => {
    const row = rowOf(given, categories)
    const first = seen.get(row.key)
    if (first === undefined) seen.set(row.key, row.line)
    else row.problems.push({ column: 'reference', message: t('import.sameAdAsLine', { first }) })
    return row
  })
}

function rowOf({ line, ad, title, wrong, photos, missing }: AdOfCopy, categories: readonly Category[]): ImportRow {
  const empty = { line, cells: {}, hints: [], needsNoPhoto: false }
  if (!ad) {
    const form = { ...EMPTY_FORM, title }
    const problems = wrong.map((column) => ({ column, message: t('import.valueUnreadable') }))
    return { ...empty, key: `line:${line}`, form, content: contentOf(form, []), category: '', problems, photos: [] }
  }
  const category = categories.find(({ slug, active, leaf }) => slug === ad.category && active && leaf)
  const attributes = category?.attributes ?? []
  const form = formOf({ ...ad, category: category?.slug ?? null })
  const lacks = problemsOf(form, { attributes, allowTypes: category?.allow_types })
  const hints: Note[] = lacks.map(({ path, message }) => ({ column: columnOf(path, attributes), message }))
  return {
    ...empty,
    key: `copy:${ad.id}`,
    form,
    content: contentOf(form, attributes, { currency: ad.currency }),
    category: category ? categoryTrail(categories, category.slug) : (ad.category ?? ''),
    problems: [],
    hints: [...hints, ...photoHints(photos.length, missing)],
    photos: photos.slice(0, LIMITS.photos.max),
  }
}

function photoHints(count: number, missing: number): Note[] {
  const { taken, message } = roomFor(0, count)
  const said = [
    t('import.photos', { count: taken }),
    message,
    missing > 0 ? t('import.photosMissing', { count: missing }) : undefined,
  ]
  return said.flatMap((text) => (text === undefined ? [] : [{ column: 'photos', message: text }]))
}
