import { ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { categoryName, categoryTrail, searchCategories } from './category-match.ts'
import type { Category } from './types.ts'

interface CategoryDialogProps {
  categories: readonly Category[]
  onChoose: (slug: string) => void
  onClose: () => void
}

/** Browses the category tree, with a search over names and synonyms. */
export function CategoryDialog({ categories, onChoose, onClose }: CategoryDialogProps) {
  const [query, setQuery] = useState('')
  const found = searchCategories(categories, query)
  return (
    <Sheet onClose={onClose} title={t('common.chooseACategory')} className="sm:h-[85dvh]!">
      <InputField
        label={t('home.search')}
        className="sticky top-0 bg-paper px-1 pb-3"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
        autoComplete="off"
        type="search"
      />
      <p role="status" className="sr-only">
        {query ? t('post.categories.count', { count: found.length }) : ''}
      </p>
      {query === '' ? (
        <Tree categories={categories} onChoose={onChoose} />
      ) : found.length === 0 ? (
        <p className="py-4 text-ink-2">{t('post.categories.none', { query })}</p>
      ) : (
        <ul className="px-1">
          {found.slice(0, 30).map((category) => (
            <li key={category.slug}>
              <Leaf onClick={() => onChoose(category.slug)}>{categoryTrail(categories, category.slug)}</Leaf>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Tree({ categories, onChoose }: Pick<CategoryDialogProps, 'categories' | 'onChoose'>) {
  return (
    <ul className="px-1">
      {categories
        .filter((category) => category.parent === null)
        .map((top) => (
          <li key={top.slug} className="border-b border-line last:border-0">
            {top.leaf ? (
              <Leaf onClick={() => onChoose(top.slug)}>{categoryName(top)}</Leaf>
            ) : (
              <details className="group">
                <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between rounded-control font-semibold">
                  {categoryName(top)}
                  <ChevronDown
                    aria-hidden="true"
                    strokeWidth={1.75}
                    className="size-5 transition-transform group-open:rotate-180"
                  />
                </summary>
                <ul className="pb-2">
                  {leavesUnder(categories, top.slug).map((leaf) => (
                    <li key={leaf.slug}>
                      <Leaf onClick={() => onChoose(leaf.slug)}>
                        {leaf.level === 3
                          ? categoryTrail(categories, leaf.slug).split(' › ').slice(1).join(' › ')
                          : categoryName(leaf)}
                      </Leaf>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
    </ul>
  )
}

function leavesUnder(categories: readonly Category[], slug: string): Category[] {
  return categories
    .filter((category) => category.parent === slug)
    .flatMap((category) => (category.leaf ? [category] : leavesUnder(categories, category.slug)))
}

function Leaf({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center rounded-control px-3 text-start transition-colors hover:bg-sunken"
    >
      {children}
    </button>
  )
}
