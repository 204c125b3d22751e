import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { toast } from '../../ui/toast.ts'
import {
  answerOffer,
  cancelDeal,
  changeDeal,
  confirmMeetup,
  REVIEWS_PAGE,
  readMyTrades,
  readOfferTerms,
  readReviewsBy,
  readReviewsOf,
  readTrade,
} from './api.ts'
import type { Deal, Offer } from './types.ts'

/** Offers and deals of a conversation. The open thread asks anew whenever its channel tells of a change. */
export function useTrade(conversationId: string) {
  return useQuery({
    queryKey: ['trade', conversationId],
    queryFn: () => readTrade(conversationId),
    // It is drawn in the thread, whose channel keeps it true while it is open; coming back it is asked for again.
    staleTime: 0,
  })
}

export function useMyTrades(userId: string) {
  return useQuery({ queryKey: ['trades', userId], queryFn: readMyTrades, staleTime: 15_000 })
}

/** Floor, tries left and the open offer of whoever is signed in. */
export function useOfferTerms(listingId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['offer-terms', listingId],
    queryFn: () => readOfferTerms(listingId),
    enabled,
    staleTime: 0,
  })
}

export function useReviewsOf(personId: string) {
  return useInfiniteQuery({
    queryKey: ['reviews', 'of', personId],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readReviewsOf(personId, pageParam),
    getNextPageParam: (page, pages) => (page.length === REVIEWS_PAGE ? pages.length * REVIEWS_PAGE : null),
  })
}

export function useReviewsBy(personId: string) {
  return useQuery({ queryKey: ['reviews', 'by', personId], queryFn: () => readReviewsBy(personId), staleTime: 15_000 })
}

/** After any act: whatever shows offers, deals, the ad or its numbers is asked again when it is next seen. */
export function refreshTrades(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [what] }) =>
      ['trade', 'trades', 'offer-terms', 'reviews', 'conversation', 'dashboard', 'listing'].includes(String(what)),
  })
}

const ANSWERED = { accept: t('You have a deal'), decline: t('Offer declined'), withdraw: t('Offer withdrawn') } as const
const CHANGED = {
  confirm_receipt: t('The deal is done'),
  choose_shipping: t('It will be sent'),
  report_no_show: t('Noted, and the ad is on offer again'),
} as const

/** The acts that need no more than a tap. Each says what happened, or what stood in the way. */
export function useTradeActs() {
  const queries = useQueryClient()
  const refresh = () => refreshTrades(queries)
  const failed = (error: unknown) => {
    void toast({ tone: 'error', title: t('That did not go through'), description: sentenceOf(error) })
    // What is shown may be what is out of date.
    return refresh()
  }
  const answer = useMutation({
    mutationFn: ({ verb, offer }: { verb: keyof typeof ANSWERED; offer: Pick<Offer, 'id'> }) =>
      answerOffer(verb, offer.id),
    onSuccess: (_, { verb }) => {
      void toast({ title: ANSWERED[verb] })
      return refresh()
    },
    onError: failed,
  })
  const confirm = useMutation({
    mutationFn: ({ deal }: { deal: Pick<Deal, 'id' | 'proposed_at'> }) =>
      confirmMeetup(deal.id, deal.proposed_at ?? ''),
    onSuccess: () => {
      void toast({ title: t('You have a date'), description: t('We remind you both before it.') })
      return refresh()
    },
    onError: failed,
  })
  const change = useMutation({
    mutationFn: ({ verb, deal }: { verb: keyof typeof CHANGED; deal: Pick<Deal, 'id'> }) => changeDeal(verb, deal.id),
    onSuccess: (_, { verb }) => {
      void toast({ title: CHANGED[verb] })
      return refresh()
    },
    onError: failed,
  })
  const cancel = useMutation({
    mutationFn: ({ deal, reason }: { deal: Pick<Deal, 'id'>; reason: string }) => cancelDeal(deal.id, reason),
    onSuccess: () => {
      void toast({ title: t('The deal is off'), description: t('The ad is on offer again.') })
      return refresh()
    },
    onError: failed,
  })
  return { answer, confirm, change, cancel, refresh }
}
