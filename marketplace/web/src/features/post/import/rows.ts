import { readPrice } from '../../../../../contract/money/price.ts'
import { placeLabel } from '../../../../../contract/places/place-label.ts'
import { readPlace, type TypedPlace } from '../../../../../contract/places/places.ts'
import { choiceIn, labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { categoryTrail, searchCategories, suggestCategories } from '../category-match.ts'
import { contentOf, EMPTY_FORM, type ListingContent, type PostForm } from '../listing-form.ts'
import { problemsOf } from '../rules.ts'
import { CONDITION_WORDS, DELIVERY_WORDS, foldWords, namedBy, TYPE_WORDS } from '../spoken/ad-words.ts'
import type { Attribute, Category } from '../types.ts'
import type { PhotoOfCopy } from './read-copy.ts'
import type { Column, TableRow } from './read-table.ts'

/** A message about a cell, or about the row. */
export interface Note {
  column: Column | string
  message: string
}

/** A row as an ad, with its problems. */
export interface ImportRow {
  line: number
  /** Idempotency key. */
  key: string
  form: PostForm
  content: ListingContent
  category: string
  cells: TableRow['cells']
  problems: Note[]
  /** Non-blocking hints. */
  hints: Note[]
  /** Wanted ads can be published without photos. */
  needsNoPhoto: boolean
  /** From a data export; otherwise empty. */
  photos: readonly PhotoOfCopy[]
}

interface Context {
  categories: readonly Category[]
  /** Default place; null if unknown. */
  homePlace: TypedPlace | null
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'sim', 'si', 'ja', 'oui', 'vrai'])
const NO = new Set(['', 'no', 'n', 'false', '0', 'nao', 'nein', 'non', 'faux'])

/** Converts rows, with the form's validation rules. */
export function readRows(table: readonly TableRow[], context: Context): ImportRow[] {
  const open = context.categories.filter((category) => category.active && category.leaf)
  const rows = table.map((row) => readRow(row, context, open))
  const seen = new Map<string, number>()
  for (const row of rows) {
    const first = seen.get(row.key)
    if (first === undefined) seen.set(row.key, row.line)
    else
      row.problems.push({
        column: 'reference',
        message: t('import.sameAsLine', { first }),
      })
  }
  return rows
}

function readRow(row: TableRow, context: Context, open: readonly Category[]): ImportRow {
  const { cells } = row
  const problems: Note[] = []
  const hints: Note[] = []
  const object = (column: Column | string, message: string) => problems.push({ column, message })
  const category = categoryOf(cells.category ?? '', open)
  const type = cells.type ? namedBy(TYPE_WORDS, cells.type) : 'sell'
  const condition = cells.condition ? namedBy(CONDITION_WORDS, cells.condition) : null
  const delivery = cells.delivery ? namedBy(DELIVERY_WORDS, cells.delivery) : cells.shipping ? 'both' : 'pickup'
  if (cells.category && !category) object('category', unknownCategory(cells.category, open))
  if (!type) object('type', t('import.useType'))
  if (cells.condition && !condition) object('condition', t('import.useCondition'))
  if (!delivery) object('delivery', t('import.useDelivery'))
  const isOpen = foldWords(cells.negotiable ?? '')
  if (!YES.has(isOpen) && !NO.has(isOpen)) object('negotiable', t('import.useYesOrNo'))
  if (cells.photos) hints.push({ column: 'photos', message: t('import.photosNotFetched') })

  const place = cells.place || (context.homePlace ? placeLabel(context.homePlace) : '')
  if (!cells.place && place) hints.push({ column: 'place', message: t('import.placedAsInProfile', { place }) })
  const attributes = category?.attributes ?? []
  const details = readDetails(row.details, attributes, problems)
  const form: PostForm = {
    ...EMPTY_FORM,
    type: type ?? 'sell',
    title: cells.title ?? '',
    description: cells.description ?? '',
    category: category?.slug ?? '',
    condition: condition ?? '',
    price: type === 'free' ? '' : (cells.price ?? ''),
    openToOffers: YES.has(isOpen),
    place,
    spot: !cells.place ? context.homePlace : spotOf(place),
    meet: delivery !== 'ship',
    ship: delivery === 'ship' || delivery === 'both',
    shipCost: cells.shipping ?? '',
    attributes: details,
  }
  for (const problem of problemsOf(form, { attributes, allowTypes: category?.allow_types })) {
    const column = columnOf(problem.path, attributes)
    // Keep the cell's own, more specific message.
    if (!problems.some((known) => known.column === column)) object(column, problem.message)
  }
  return {
    line: row.line,
    key: keyOf(row),
    form,
    cells,
    content: contentOf(form, attributes),
    category: category ? categoryTrail(context.categories, category.slug) : (cells.category ?? ''),
    problems,
    hints,
    needsNoPhoto: form.type === 'wanted' || form.type === 'swap' || category?.photo_min === 0,
    photos: [],
  }
}

function spotOf(text: string): TypedPlace | null {
  const place = readPlace(text)
  return place && place.lat !== null ? place : null
}

/** The reference column, or a hash of the row. */
function keyOf({ cells }: TableRow): string {
  if (cells.reference) return cells.reference.slice(0, 200)
  const price = readPrice(cells.price ?? '')
  const words = [cells.title, price.ok ? String(price.minor) : '', cells.description].map((text) =>
    foldWords(text ?? ''),
  )
  return words.join('|').slice(0, 200)
}

function categoryOf(text: string, open: readonly Category[]): Category | undefined {
  const wanted = foldWords(text.split(/[›>/]/).at(-1) ?? '')
  if (wanted === '') return undefined
  const byName = open.filter(
    (category) =>
      foldWords(category.slug) === wanted || Object.values(category.name).some((name) => foldWords(name) === wanted),
  )
  if (byName.length > 0) return byName.length === 1 ? byName[0] : undefined
  const bySynonym = open.filter((category) =>
    [...category.synonyms, ...Object.values(category.synonyms_i18n ?? {}).flat()].some(
      (name) => foldWords(name) === wanted,
    ),
  )
  return bySynonym.length === 1 ? bySynonym[0] : undefined
}

function unknownCategory(text: string, open: readonly Category[]): string {
  const found = searchCategories(open, text)
  const near = (found.length > 0 ? found : suggestCategories(open, text)).slice(0, 3)
  const names = near.map((category) => `“${labelIn(category.name)}”`)
  return names.length > 0 ? t('import.noSuchCategoryNear', { names: names.join(', ') }) : t('common.noSuchCategory')
}

function readDetails(
  given: Record<string, string>,
  attributes: readonly Attribute[],
  problems: Note[],
): Record<string, string> {
  const details: Record<string, string> = {}
  for (const [heading, text] of Object.entries(given)) {
    const wanted = foldWords(heading)
    const attribute = attributes.find(
      ({ key, label }) => foldWords(key) === wanted || Object.values(label).some((name) => foldWords(name) === wanted),
    )
    // Belongs to another category.
    if (!attribute) continue
    const value = detailValue(attribute, text)
    if (value === null) problems.push({ column: heading, message: choicesOf(attribute) })
    details[attribute.key] = value ?? ''
  }
  return details
}

/** A cell as form value; null if invalid. */
function detailValue({ type, options }: Attribute, text: string): string | null {
  if (type === 'bool') {
    const said = foldWords(text)
    return YES.has(said) ? 'yes' : NO.has(said) ? 'no' : null
  }
  if (options.length === 0) return text
  const idOf = (said: string) =>
    options.find(({ id, label, labels, synonyms }) =>
      [id, label, ...Object.values(labels ?? {}), ...(synonyms ?? [])].some(
        (name) => foldWords(name) === foldWords(said),
      ),
    )?.id
  const ids = (type === 'multi' ? text.split(/[;|]/) : [text]).map((one) => idOf(one))
  return ids.includes(undefined) ? null : ids.join(',')
}

function choicesOf({ type, options }: Attribute): string {
  if (type === 'bool') return t('import.useYesOrNo')
  const names = options.slice(0, 6).map(choiceIn)
  return options.length > names.length
    ? t('import.useOneOfAndOthers', { names: names.join(', ') })
    : t('import.useOneOf', { names: names.join(', ') })
}

const COLUMN_OF: Record<string, Column> = { meet: 'delivery', shipCost: 'shipping' }

/** The column of a form field. */
export function columnOf([field = '', key]: readonly string[], attributes: readonly Attribute[]): string {
  if (field === 'attributes') return labelIn(attributes.find((attribute) => attribute.key === key)?.label ?? key ?? '')
  return COLUMN_OF[field] ?? field
}
