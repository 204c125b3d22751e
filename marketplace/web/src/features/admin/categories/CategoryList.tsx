import { ChevronRight, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/Input.tsx'
import type { AdminCategory } from './types.ts'

interface CategoryListProps {
  categories: readonly AdminCategory[]
  chosen: string | null
  onChoose: (slug: string) => void
}

/** The tree as nested lists, filtered by name with ancestors kept. */
export function CategoryList({ categories, chosen, onChoose }: CategoryListProps) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(ancestorsOf(categories, chosen)))
  const shown = useMemo(() => fitting(categories, typed), [categories, typed])
  const toggle = (slug: string) =>
    setOpened((was) => new Set(was.has(slug) ? [...was].filter((one) => one !== slug) : [...was, slug]))

  const branch = (parent: string | null) => {
    const children = categories.filter((category) => category.parent === parent && shown.has(category.slug))
    if (children.length === 0) return null
    return (
      <ul className={parent === null ? '' : 'ms-4 border-line border-s ps-1.5'}>
        {children.map((category) => {
          const isOpen = typed.trim() !== '' || opened.has(category.slug)
          const name = labelIn(category.name) || category.slug
          return (
            <li key={category.slug}>
              <div className="flex items-center">
                {category.leaf && category.level > 1 ? null : category.leaf ? (
                  <span className="w-9 shrink-0" />
                ) : (
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-label={t('admin.categories.whatIsIn', { name })}
                    onClick={() => toggle(category.slug)}
                    className="grid h-11 w-9 shrink-0 place-items-center rounded-control hover:bg-sunken lg:h-9"
                  >
                    <ChevronRight
                      aria-hidden="true"
                      strokeWidth={1.75}
                      className={cx('size-4 transition-[rotate] rtl:-scale-x-100', isOpen && 'rotate-90')}
                    />
                  </button>
                )}
                <button
                  type="button"
                  aria-current={category.slug === chosen || undefined}
                  onClick={() => onChoose(category.slug)}
                  className={cx(
                    'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-start lg:min-h-9',
                    category.slug === chosen ? 'bg-brand-soft font-semibold text-brand-ink' : 'hover:bg-sunken',
                  )}
                >
                  <span className="truncate">{name}</span>
                  {category.active ? null : <Badge className="ms-auto">{t('common.closed')}</Badge>}
                </button>
              </div>
              {isOpen ? branch(category.slug) : null}
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <nav aria-label={t('app.allCategories')} className="panel p-3">
      <Input
        type="search"
        aria-label={t('common.findACategory')}
        placeholder={t('common.findACategory')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
        className="mb-2"
      />
      {shown.size === 0 ? (
        <p className="px-2 py-3 text-ink-2">{t('common.noSuchCategory')}</p>
      ) : (
        <div className="xl:max-h-[70dvh] xl:overflow-y-auto">{branch(null)}</div>
      )}
    </nav>
  )
}

function ancestorsOf(categories: readonly AdminCategory[], slug: string | null): string[] {
  const above: string[] = []
  for (let at = slug; at !== null && above.length < 5; ) {
    above.push(at)
    at = categories.find((category) => category.slug === at)?.parent ?? null
  }
  return above
}

/** Slugs of matching categories and their ancestors. */
function fitting(categories: readonly AdminCategory[], typed: string): ReadonlySet<string> {
  const wanted = fold(typed)
  const hits = categories.filter(({ slug, name, synonyms }) =>
    [slug, ...Object.values(name), ...synonyms].some((word) => fold(word).includes(wanted)),
  )
  return new Set(hits.flatMap(({ slug }) => ancestorsOf(categories, slug)))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
