import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
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
} from './api.ts'
import type { Span } from './figures.ts'
import { type BulkAct, bulkSummary } from './manage.ts'
import type { MyListing } from './types.ts'

export function useDashboard(userId: string) {
  return useQuery({ queryKey: ['dashboard', 'overview', userId], queryFn: readDashboard, staleTime: 30_000 })
}

export function useMyListings(userId: string) {
  return useQuery({
    queryKey: ['dashboard', 'listings', userId],
    queryFn: () => readMyListings(userId),
    staleTime: 30_000,
  })
}

export function useFigures(userId: string, days: Span) {
  return useQuery({
    queryKey: ['dashboard', 'figures', userId, days],
    queryFn: () => readFigures(days),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export function useAdFigures(userId: string) {
  return useQuery({ queryKey: ['dashboard', 'ad-figures', userId], queryFn: readAdFigures, staleTime: 60_000 })
}

/** One act on the chosen ads. When some are refused, the result says which; otherwise a notice is enough. */
export function useBulkAct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, act }: { ids: readonly string[]; act: BulkAct }) => changeListings(ids, act),
    onSuccess: (results, { act }) => {
      if (results.every(({ done }) => done)) void toast({ title: bulkSummary(results, act.verb) })
      return refresh(queryClient)
    },
    onError: (error) => void toast({ tone: 'error', title: t('Nothing was changed'), description: sentenceOf(error) }),
  })
}

/** The ad in question, as menus and notices name it. */
type Ad = Pick<MyListing, 'id' | 'title'>

const DONE: Record<Verb, (title: string) => string> = {
  reserve: (title) => t('{title} is reserved', { title }),
  unreserve: (title) => t('{title} is on offer again', { title }),
  pause: (title) => t('{title} is paused', { title }),
  resume: (title) => t('{title} is on offer again', { title }),
  relist: (title) => t('{title} is on offer again', { title }),
  extend: (title) => t('{title} runs on', { title }),
  delete: (title) => t('{title} is deleted', { title }),
}

/** What was taken back by a tap on the notice. Deleting and extending are not. */
const UNDO: Partial<Record<Verb, Verb>> = {
  reserve: 'unreserve',
  unreserve: 'reserve',
  pause: 'resume',
  resume: 'pause',
}

/** The acts on one's own ads, each with its notice and the way back. */
export function useListingActs() {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ verb, ad }: { verb: Verb; ad: Ad }) => changeListing(verb, ad.id),
    onSuccess: (_, { verb, ad }) => {
      const back = UNDO[verb]
      void toast({
        title: DONE[verb](nameOf(ad)),
        action: back ? { label: t('Undo'), onClick: () => change.mutate({ verb: back, ad }) } : undefined,
      })
      return refresh(queryClient)
    },
    onError: (error, { ad }) => failed(error, ad),
  })
  const sell = useMutation({
    mutationFn: ({ sale }: { sale: Sale; ad: Ad }) => markSold(sale),
    onSuccess: (_, { sale, ad }) => {
      void toast({
        title:
          sale.channel === 'withdrawn'
            ? t('{value} is no longer for sale', { value: nameOf(ad) })
            : t('{value} is marked as sold', { value: nameOf(ad) }),
        description: t('It has left search.'),
        action: { label: t('Undo'), onClick: () => change.mutate({ verb: 'relist', ad }) },
      })
      return refresh(queryClient)
    },
    onError: (error, { ad }) => failed(error, ad),
  })
  return { change, sell }
}

/** How an ad is called in a sentence; drafts may have no title yet. */
export function nameOf(ad: Pick<MyListing, 'title'>): string {
  return ad.title.trim() || t('Ad without a title')
}

function failed(error: unknown, ad: Ad): void {
  void toast({
    tone: 'error',
    title: t('{value} was not changed', { value: nameOf(ad) }),
    description: sentenceOf(error),
  })
}

// Lists of ads everywhere may show what has just changed, so all of them are asked again when they are next seen.
function refresh(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries()
}
