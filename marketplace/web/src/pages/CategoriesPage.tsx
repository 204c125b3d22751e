import { useQuery } from '@tanstack/react-query'
import { Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { CategoryPanel } from '../features/listings/CategoryPanel.tsx'
import { CategoryRow } from '../features/listings/CategoryRow.tsx'
import { rollUpCounts } from '../features/listings/categories.ts'
import { categoryWordsQuery, findCategories } from '../features/listings/find-categories.ts'
import { categoriesQuery, categoryCountsQuery } from '../features/listings/queries.ts'
import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCount } from '../ui/format.ts'
import { Input } from '../ui/Input.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

const WAITING = Array.from({ length: 12 }, (_, at) => `waiting-${at}`)

/** The category tree with ad counts, and a search box that also matches synonyms. */
export function CategoriesPage() {
  usePageTitle(t('shell.categories'))
  const [typed, setTyped] = useState('')
  const tree = useQuery(categoriesQuery)
  const counts = useQuery(categoryCountsQuery)

  const sums = tree.data && counts.data ? rollUpCounts(tree.data, counts.data) : undefined
  const words = useQuery(categoryWordsQuery)
  const panels = tree.data ? findCategories(tree.data, typed, words.data) : []
  const ads = tree.data && sums ? tree.data.top.reduce((sum, { slug }) => sum + (sums.get(slug) ?? 0), 0) : undefined

  if (tree.isLoadingError) {
    return (
      <main className="container-page pt-6 md:pt-9">
        <LoadFailed as="h1" onRetry={() => void tree.refetch()} />
      </main>
    )
  }
  return (
    <main className="container-page pt-6 md:pt-9">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="type-display [--display-size:44px] max-md:text-[32px]!">{t('browse.allCategories')}</h1>
          <p className="tnum mt-2 min-h-6 text-ink-2">
            {tree.data && ads !== undefined
              ? t('browse.categoriesAndAds', {
                  count: formatCount(tree.data.top.length),
                  ads,
                })
              : null}
          </p>
        </div>
        <search className="w-full md:w-80">
          <Input
            type="search"
            aria-label={t('common.findACategory')}
            placeholder={t('common.findACategory')}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            className="rounded-full! ps-11!"
          />
          <p role="status" className="sr-only">
            {typed && tree.data ? t('browse.categoriesFound', { count: panels.length }) : ''}
          </p>
        </search>
      </div>

      {tree.data && panels.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon={<SearchX strokeWidth={1.75} />}
          title={t('browse.noCategoryCalled', { typed: typed.trim() })}
          line={t('browse.searchLooksIntoAds')}
          action={<LinkButton to={paths.search(typed.trim())}>{t('browse.searchForIt')}</LinkButton>}
        />
      ) : (
        <ul className="mt-7 grid max-sm:mt-3 sm:gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {tree.data
            ? panels.map((panel) => (
                <li key={panel.category.slug}>
                  <div className="sm:hidden">
                    <CategoryRow panel={panel} counts={sums} searching={typed.trim() !== ''} />
                  </div>
                  <div className="h-full max-sm:hidden">
                    <CategoryPanel panel={panel} counts={sums} searching={typed.trim() !== ''} />
                  </div>
                </li>
              ))
            : WAITING.map((key) => (
                <li key={key} aria-hidden="true">
                  <Skeleton className="h-13 max-sm:rounded-none sm:h-39.5 sm:rounded-panel" />
                </li>
              ))}
        </ul>
      )}
    </main>
  )
}
