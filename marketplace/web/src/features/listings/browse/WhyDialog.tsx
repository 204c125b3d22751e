import { queryOptions, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { Sort } from '../../../../../contract/ads/listing-values.ts'
import { searchParams } from '../../../../../contract/search/search-params.ts'
import { type SearchState, sortOf } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { searchListings } from '../api.ts'
import { FRESH_STALE_MS } from '../queries.ts'
import { whyWords } from '../why-words.ts'

/** Explanation of each sort order. */
const ORDER: Record<Sort, string> = {
  relevance: t('browse.order.relevance'),
  newest: t('browse.order.newest'),
  price_asc: t('browse.order.cheapest'),
  price_desc: t('browse.order.dearest'),
  distance: t('browse.order.nearest'),
}

/** Explains the sort order and, for the first ads, why each is there. Placement cannot be bought. */
export function WhyDialog({ state }: { state: SearchState }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('browse.whyTheseResults')}
      trigger={
        <button type="button" className="hit-44 type-small inline-flex items-center gap-1 text-ink-3 hover:text-ink">
          <Info aria-hidden="true" strokeWidth={1.75} className="size-4" />
          <span className="max-md:sr-only">{t('browse.whyTheseResults')}</span>
        </button>
      }
    >
      <p>{ORDER[sortOf(state)]}</p>
      <p className="mt-3 text-ink-2">{t('browse.order.neutral')}</p>
      {open && state.q && sortOf(state) === 'relevance' ? <Reasons state={state} /> : null}
    </Dialog>
  )
}

function Reasons({ state }: { state: SearchState }) {
  const why = useQuery(whyQuery(state))
  if (why.isPending) return <Spinner />
  if (why.isLoadingError) return <LoadFailed as="h3" onRetry={() => void why.refetch()} />
  const explained = why.data.items.flatMap((item) => (item.why ? [{ item, words: whyWords(item.why) }] : []))
  if (explained.length === 0) return null
  return (
    <>
      <h3 className="type-h3 mt-5">{t('browse.theFirstAds')}</h3>
      <ol className="mt-1">
        {explained.map(({ item, words }, at) => (
          <li key={item.id} className="grid grid-cols-[24px_minmax(0,1fr)] border-t border-line py-2.5">
            <span className="tnum text-ink-3">{at + 1}</span>
            <span className="min-w-0">
              <span className="block truncate font-semibold">{item.title}</span>
              <span className="type-small block text-ink-2">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Explains the rank of each of the first ads. */
function whyQuery(state: SearchState) {
  const params = searchParams(state)
  return queryOptions({
    queryKey: ['search', 'why', params],
    queryFn: ({ signal }) => searchListings({ ...params, limit: 10, explain: true }, signal),
    staleTime: FRESH_STALE_MS,
  })
}
