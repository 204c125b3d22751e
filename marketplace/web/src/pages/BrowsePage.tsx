import { Suspense } from 'react'
import { searchParams } from '../../../contract/search/search-params.ts'
import { writeSearch } from '../../../contract/search/search-state.ts'
import { ActiveFilters } from '../features/listings/browse/ActiveFilters.tsx'
import { FilterSheet } from '../features/listings/browse/FilterSheet.tsx'
import { Filters } from '../features/listings/browse/Filters.tsx'
import { NewAdsPill } from '../features/listings/browse/NewAdsPill.tsx'
import { PhoneSearch } from '../features/listings/browse/PhoneSearch.tsx'
import { Results, useUnseen } from '../features/listings/browse/Results.tsx'
import { ResultsMap } from '../features/listings/browse/ResultsMap.tsx'
import { SortSelect } from '../features/listings/browse/SortSelect.tsx'
import { ListToggle, ViewToggle } from '../features/listings/browse/ViewToggle.tsx'
import { WhyDialog } from '../features/listings/browse/WhyDialog.tsx'
import { thingsFound } from '../features/listings/found-count.ts'
import { unseenFound } from '../features/listings/unseen-found.ts'
import { SaveLinkedSearch, SaveSearch } from '../features/searches/SaveSearch.tsx'
import { t } from '../i18n/t.ts'
import { cx } from '../ui/cx.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { ChangedWords, ClearAll, IgnoredNotice, MapPill } from './browse/parts.tsx'
import { useSearch } from './browse/use-search.ts'

type Search = ReturnType<typeof useSearch>

const BESIDE_RAIL = 'gap-x-12 lg:grid-cols-[264px_minmax(0,1fr)]'
const BESIDE_MAP = 'gap-x-6 lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)]'

/** Search results with filters. The URL holds the whole search, so back, reload and sharing show the same. */
export function BrowsePage() {
  const search = useSearch()
  const { state, results, first, found, filters, tree } = search
  usePageTitle(search.heading)
  const onMap = state.view === 'map'
  const toSave = savedAs(search)
  // Without results every filter count is 0, so filters are hidden unless one is set.
  const isBare = hasNothing(search) && filters.length === 0
  if (results.isLoadingError && !onMap) {
    return (
      <main>
        <PhoneSearch state={state} />
        <div className="container-page py-6">
          <LoadFailed as="h1" onRetry={() => void results.refetch()} />
        </div>
      </main>
    )
  }
  return (
    <main>
      <PhoneSearch state={state} />
      <div
        className={cx(
          'container-page md:pt-7 lg:grid print:block!',
          onMap && 'max-md:flex max-md:flex-col lg:max-w-none! lg:ps-[max(24px,calc(50%-664px))]!',
          onMap ? BESIDE_MAP : isBare ? undefined : BESIDE_RAIL,
        )}
      >
        {/* Hydrated separately from the results below, to keep tasks short. */}
        <Suspense>{onMap ? <MapBeside search={search} /> : isBare ? null : <Rail search={search} />}</Suspense>
        <div className={cx('flex min-w-0 flex-col', onMap && 'max-md:contents')}>
          <Head search={search} />
          <div
            className={cx(
              'scrollbar-none -mx-4 flex items-center gap-2 overflow-x-auto px-4 max-md:order-first max-md:mb-1 max-md:border-b max-md:border-line max-md:py-2.5 md:mx-0 md:mt-3 md:mb-4 md:flex-wrap md:px-0',
              isBare && 'invisible max-md:hidden',
            )}
          >
            <div className={onMap ? 'contents' : 'contents lg:hidden'}>
              <FilterSheet active={filters.length} found={found} onClear={search.clear}>
                <Filters {...filterProps(search)} touch />
              </FilterSheet>
            </div>
            {onMap && found ? (
              <p aria-hidden="true" className="type-small tnum shrink-0 px-1 text-ink-2 md:hidden">
                {thingsFound(found)}
              </p>
            ) : null}
            {onMap ? <SortSelect state={search.wanted} onChange={search.change} className="max-md:hidden" /> : null}
            {hasNothing(search) ? null : (
              <SaveSearch search={toSave} className={cx('shrink-0', !onMap && 'md:hidden')} />
            )}
            <ActiveFilters filters={[...search.traits, ...filters]} />
            {filters.length > 1 ? <ClearAll onClear={search.clear} /> : null}
          </div>
          <IgnoredNotice keys={search.ignored} parameters={found?.ignored ?? []} />
          {first ? <ChangedWords page={first} state={state} /> : null}
          <SaveLinkedSearch search={toSave} />
          <NewAdsPill state={state} readAt={search.readAt} />
          <Suspense>
            <Results
              results={results}
              state={state}
              filters={filters}
              tree={tree}
              onMore={search.more}
              moreAt={search.moreAt}
              saveSearch={<SaveSearch search={toSave} label={t('browse.notifyMe')} isMain />}
            />
          </Suspense>
        </div>
      </div>
      {isBare && !onMap ? null : (
        <MapPill
          onMap={onMap}
          isRaised={onMap && !hasNothing(search)}
          onToggle={() => search.setView(onMap ? 'grid' : 'map')}
        />
      )}
    </main>
  )
}

function Rail({ search }: { search: Search }) {
  return (
    <aside aria-label={t('browse.filters')} className="hidden lg:block print:hidden!">
      <div className="sticky top-[calc(92px+var(--banner))] max-h-[calc(100dvh-100px)] overflow-y-auto pe-1 pb-8 [scrollbar-width:thin]">
        <div className="flex min-h-12 items-center justify-between pb-1">
          <h2 className="type-h3">{t('browse.filters')}</h2>
          {search.filters.length > 0 ? <ClearAll onClear={search.clear} /> : null}
        </div>
        {/* Rendered only with counts, to avoid a layout shift. */}
        {search.isOpening ? null : <Filters {...filterProps(search)} />}
      </div>
    </aside>
  )
}

function MapBeside({ search: { state, shown, isPlacing, results, change } }: { search: Search }) {
  const unseen = useUnseen(results.data, state.hideSeen)
  return (
    <ResultsMap
      items={unseen.shown}
      state={shown}
      isOpening={shown !== state}
      isPlacing={isPlacing}
      onSearchHere={(box, follows) => change({ box, radiusKm: null }, { replace: follows })}
      className="max-md:-mx-4 max-md:-mt-1 max-md:mb-4 max-md:h-[calc(100dvh-194px-env(safe-area-inset-bottom))] md:max-lg:h-[58dvh] lg:sticky lg:top-[calc(76px+var(--banner))] lg:order-last lg:-me-6 lg:-mt-7 lg:h-[calc(100dvh-76px-var(--banner))]"
    />
  )
}

/** Heading, result count, explanation of the order, and view controls. */
function Head({ search }: { search: Search }) {
  const { state, wanted, found, results, change, setView } = search
  const { view } = state
  const { hidden } = useUnseen(results.data, state.hideSeen)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:mb-1 md:items-end">
      <div className="min-w-0">
        <h1 className={cx(view === 'map' ? 'type-h2' : 'type-h1', 'max-md:sr-only', hasNothing(search) && 'sr-only')}>
          {search.heading}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3">
          <span role="status" className="tnum min-h-6 text-ink-2">
            {found === undefined || hasNothing(search) ? '' : unseenFound(found, hidden, !results.hasNextPage)}
          </span>
          {hasNothing(search) ? null : <WhyDialog state={search.state} />}
        </p>
      </div>
      {hasNothing(search) && view !== 'map' ? null : (
        <div className="flex items-center gap-2 print:hidden">
          {/* Next to the map they are with the filters. */}
          {view === 'map' ? null : (
            <>
              <SaveSearch search={savedAs(search)} className="max-md:hidden" />
              <SortSelect state={wanted} onChange={change} />
            </>
          )}
          <ListToggle view={wanted.view} onChange={setView} className="-me-2 md:hidden" />
          <ViewToggle view={wanted.view} onChange={setView} className="max-md:hidden" />
        </div>
      )}
    </div>
  )
}

/** Whether the search finished without results. */
function hasNothing({ first }: Search): boolean {
  return first?.items.length === 0
}

function filterProps({ wanted, first, tree, change }: Search) {
  return { state: wanted, facets: first?.facets ?? null, tree, onChange: change }
}

/** The search to save, named after its words or category, else after its first filter. */
function savedAs({ state, filters, name }: Search) {
  const [filter] = filters
  return {
    search: searchParams(state),
    address: writeSearch(state).toString(),
    summary: filters.map(({ label }) => label).join(' · '),
    name: state.q || state.category ? name.replaceAll(/[“”]/g, '') : (filter?.label ?? name),
  }
}
