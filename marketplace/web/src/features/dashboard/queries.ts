import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { toast } from '../../ui/toast.ts'
import type { Verb } from './actions.ts'
import {
  changeListing,
  changeListings,
  markSold,
  readAdFigures,
  readDashboard,
  readFigures,
  readMyListings,
  type Sale,
  type Wanted,
} from './api.ts'
import { type BulkAction, bulkSummary } from './manage.ts'
import type { MyListing } from './types.ts'

export function useDashboard(userId: string) {
  return useQuery({ queryKey: keys.dashboard('overview', userId), queryFn: readDashboard, staleTime: 30_000 })
}

/** The user's ads by pages; shows the previous ones while others load. */
export function useMyListings(userId: string, wanted: Wanted, page: number) {
  return useInfiniteQuery({
    queryKey: keys.dashboard('listings', userId, wanted, page),
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readMyListings(wanted, pageParam, page),
    getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : null),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export function useFigures(userId: string) {
  return useQuery({ queryKey: keys.dashboard('figures', userId), queryFn: readFigures, staleTime: 60_000 })
}

export function useAdFigures(userId: string) {
  return useQuery({ queryKey: keys.dashboard('ad-figures', userId), queryFn: readAdFigures, staleTime: 60_000 })
}

/** Runs a bulk action. Reports refused ads in the result, otherwise shows a notice. */
export function useBulkMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, action }: { ids: readonly string[]; action: BulkAction }) => changeListings(ids, action),
    onSuccess: (results, { action }) => {
      if (results.every(({ done }) => done)) void toast({ title: bulkSummary(results, action.verb) })
      return refresh(queryClient)
    },
    onError: (error) =>
      void toast({ tone: 'error', title: t('dashboard.nothingWasChanged'), description: sentenceOf(error) }),
  })
}

type Ad = Pick<MyListing, 'id' | 'title'>

const DONE: Record<Verb, (title: string) => string> = {
  reserve: (title) => t('dashboard.done.reserved', { title }),
  unreserve: (title) => t('dashboard.done.onOffer', { title }),
  pause: (title) => t('dashboard.done.paused', { title }),
  resume: (title) => t('dashboard.done.onOffer', { title }),
  relist: (title) => t('dashboard.done.onOffer', { title }),
  extend: (title) => t('dashboard.done.extended', { title }),
  delete: (title) => t('dashboard.done.deleted', { title }),
}

/** Actions that undo another; delete and extend cannot be undone. */
const UNDO: Partial<Record<Verb, Verb>> = {
  reserve: 'unreserve',
  unreserve: 'reserve',
  pause: 'resume',
  resume: 'pause',
}

/** Actions on the user's ads, each with a notice and undo. */
export function useListingMutation() {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ verb, ad }: { verb: Verb; ad: Ad }) => changeListing(verb, ad.id),
    onSuccess: (_, { verb, ad }) => {
      const back = UNDO[verb]
      void toast({
        title: DONE[verb](nameOf(ad)),
        action: back ? { label: t('common.undo'), onClick: () => change.mutate({ verb: back, ad }) } : undefined,
      })
      return refresh(queryClient)
    },
    onError: (error, { ad }) => failed(error, ad),
  })
  const sell = useMutation({
    mutationFn: ({ sale }: { sale: Sale; ad: MyListing }) => markSold(sale),
    onSuccess: (_, { sale, ad }) => {
      if (ad.quantity > 1 && sale.channel !== 'withdrawn') {
        void toast({
          title: t('dashboard.done.oneSold', { count: ad.quantity - 1 }),
        })
        return refresh(queryClient)
      }
      void toast({
        title:
          sale.channel === 'withdrawn'
            ? t('dashboard.done.closed', { value: nameOf(ad) })
            : t('dashboard.done.sold', { value: nameOf(ad) }),
        description: t('dashboard.done.leftSearch'),
        action: { label: t('common.undo'), onClick: () => change.mutate({ verb: 'relist', ad }) },
      })
      return refresh(queryClient)
    },
    onError: (error, { ad }) => failed(error, ad),
  })
  return { change, sell }
}

/** Name of an ad in sentences; drafts may lack a title. */
export function nameOf(ad: Pick<MyListing, 'title'>): string {
  return ad.title.trim() || t('dashboard.untitledAd')
}

function failed(error: unknown, ad: Ad): void {
  void toast({
    tone: 'error',
    title: t('dashboard.notChanged', { value: nameOf(ad) }),
    description: sentenceOf(error),
  })
}

// Invalidates all lists of ads.
function refresh(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries()
}
