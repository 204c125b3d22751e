import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import type { Relaxation } from '../../../../../contract/search/search.ts'
import {
  EMPTY_SEARCH,
  type SearchState,
  withoutFilters,
  writeSearch,
} from '../../../../../contract/search/search-state.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { chipLinkClass } from '../../../ui/Chip.tsx'
import { formatCount } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { ActiveFilter } from '../active-filters.ts'
import type { CategoryTree } from '../categories.ts'
import { formatTotal } from '../found-count.ts'
import type { Category, SearchPage } from '../listing.ts'
import { shortPlace } from '../place-words.ts'
import { EmptyCategory } from './EmptyCategory.tsx'
import { relaxSearch } from './relax-search.ts'

const MAX_WAYS = 4
const MAX_CATEGORIES = 4

interface NoResultsProps {
  page: SearchPage
  state: SearchState
  filters: readonly ActiveFilter[]
  tree: CategoryTree | undefined
  /** The "Save this search" button. */
  saveSearch?: ReactNode
}

/** No results: suggests filters to relax, each with the number of ads that would find. */
export function NoResults({ page, state, filters, tree, saveSearch }: NoResultsProps) {
  const empty = state.category && tree && isWholeCategory(state, filters) ? tree.bySlug.get(state.category) : undefined
  if (empty) return <EmptyCategory category={empty} tree={tree} saveSearch={saveSearch} />
  const ways = page.relaxed.slice(0, MAX_WAYS)
  const near = state.category && tree ? nearbyCategories(tree, state.category) : []
  const holder = tree?.bySlug.get(page.understood_as?.categories[0] ?? '')
  return (
    <>
      <div className="grid justify-items-start py-4 md:pt-0">
        <h2 className="type-h1 max-w-3xl text-balance">{titleOf(state)}</h2>
        {ways.length > 0 || filters.length > 0 ? (
          <p className="mt-2 text-ink-2">{reason(ways[0], state, filters)}</p>
        ) : null}
        <div className="mt-5 flex flex-wrap items-center gap-2 max-md:grid max-md:w-full">
          {saveSearch}
          {holder && holder.slug !== state.category ? (
            <LinkButton
              to={`${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, category: holder.slug, near: state.near })}`}
              variant="secondary"
            >
              {t('browse.seeAllOf', { name: holder.name })}
            </LinkButton>
          ) : null}
          {ways.map((way) => (
            <LinkButton
              key={way.filter}
              to={`${paths.browse}?${writeSearch(relaxSearch(state, way))}`}
              variant="secondary"
            >
              {wayLabel(way, filters)} ({formatTotal(way)})
            </LinkButton>
          ))}
          {ways.length === 0 && filters.length > 0 ? (
            <LinkButton to={`${paths.browse}?${writeSearch(withoutFilters(state))}`} variant="secondary">
              {t('browse.withoutFilters')}
            </LinkButton>
          ) : null}
          {ways.length === 0 && !holder ? (
            <LinkButton to={paths.browse} variant="secondary">
              {t('common.browseEverything')}
            </LinkButton>
          ) : null}
        </div>
      </div>
      {near.length > 0 ? (
        <nav aria-label={t('browse.relatedCategories')} className="mb-6">
          <h3 className="type-h3">{t('browse.relatedCategories')}</h3>
          <ul className="mt-2.5 flex flex-wrap gap-2">
            {near.map(({ slug, name }) => (
              <li key={slug}>
                <Link
                  to={`${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, category: slug, near: state.near })}`}
                  className={chipLinkClass}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  )
}

/** The heading, as one sentence. */
function titleOf({ q, near, radiusKm }: SearchState): string {
  if (!q) return t('browse.nothingFitsAll')
  if (!near) return t('browse.nothingFor', { q })
  return near.label
    ? t('browse.nothingForNear', { q, radiusKm, where: shortPlace(near.label) })
    : t('browse.nothingForWithin', { q, radiusKm })
}

/** Whether the search is for a category only. */
function isWholeCategory(state: SearchState, filters: readonly ActiveFilter[]): boolean {
  return state.q === '' && filters.length === 1 && filters[0]?.key === 'category'
}

/** A spelling that finds more than the query as typed. */
export function DidYouMean({ page, state }: { page: SearchPage; state: SearchState }) {
  const better = page.did_you_mean
  if (!better) return null
  return (
    <p className="mb-4">
      <Trans
        id="browse.didYouMean"
        values={{ q: better.q, total: formatTotal(better) }}
        components={{
          0: (
            <Link
              to={`${paths.browse}?${writeSearch({ ...state, q: better.q, page: 1 })}`}
              className="font-semibold text-brand underline underline-offset-2"
            />
          ),
          1: <span className="tnum text-ink-3" />,
        }}
      />
    </p>
  )
}

/** The label of a suggestion: "Try 20 km", "Without Good", "Only “lamp”". */
export function wayLabel({ filter, change }: Relaxation, filters: readonly ActiveFilter[]): string {
  if (filter === 'q') return change.q ? t('browse.onlyWords', { q: change.q }) : t('browse.withoutTheWords')
  if (filter === 'radius_km')
    return typeof change.radius_km === 'number'
      ? t('browse.tryDistance', { count: formatCount(change.radius_km) })
      : t('browse.anyDistance')
  if (filter === 'exclude') return t('browse.withWordsLeftOut')
  if (filter === 'all') return t('browse.withoutFilters')
  const active = filters.find(({ key }) => key === filter)
  return t('browse.withoutFilter', { label: active?.label ?? filter.replace('attributes.', '').replaceAll('_', ' ') })
}

function reason(way: Relaxation | undefined, state: SearchState, filters: readonly ActiveFilter[]): string {
  if (!way) return t('browse.noSingleFilterHelps')
  if (way.filter === 'q') return t('browse.noAdHasAllWords')
  if (way.filter === 'all') return t('browse.filtersTogetherTooNarrow')
  if (way.filter === 'radius_km') {
    const { radiusKm, near } = state
    const total = formatTotal(way)
    return near?.label
      ? t('browse.moreFurtherOut', { radiusKm, where: near.label, total })
      : t('browse.moreFurtherOutWithin', { radiusKm, total })
  }
  const blocking = filters.find(({ key }) => key === way.filter)
  return t('browse.filterStandsInTheWay', { name: blocking?.name ?? t('browse.oneFilter') })
}

/** The parent and siblings of a category; for an unknown one, the top categories. */
function nearbyCategories(tree: CategoryTree, slug: string): Category[] {
  const category = tree.bySlug.get(slug)
  if (!category) return tree.top.slice(0, MAX_CATEGORIES)
  const sisters = tree.childrenOf(category.parent).filter((one) => one.slug !== slug)
  const parent = category.parent ? tree.bySlug.get(category.parent) : undefined
  return [...(parent ? [parent] : []), ...sisters].slice(0, MAX_CATEGORIES)
}
