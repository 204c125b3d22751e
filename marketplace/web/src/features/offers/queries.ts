import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { REVIEWS_PAGE } from '../../../../contract/public-reviews.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { toast } from '../../ui/toast.ts'
import {
  answerOffer,
  cancelDeal,
  changeDeal,
  confirmMeetup,
  readConversationDeals,
  readMyDeals,
  readOfferTerms,
  readReviewsBy,
  readReviewsOf,
} from './api.ts'
import type { Deal, Offer } from './types.ts'

/** Offers and deals of a conversation. The open thread invalidates this whenever its channel reports a change. */
export function useConversationDeals(conversationId: string) {
  return useQuery({
    queryKey: keys.conversationDeals(conversationId),
    queryFn: () => readConversationDeals(conversationId),
    // The thread's channel keeps it up to date while open; refetch when the thread is opened again.
    staleTime: 0,
  })
}

export function useMyDeals(userId: string) {
  return useQuery({ queryKey: ['my-deals', userId], queryFn: readMyDeals, staleTime: 15_000 })
}

/** The offers that the user has yet to answer, newest first. */
export function useWaiting(userId: string) {
  const { data, isPending } = useMyDeals(userId)
  return {
    isPending,
    waiting: data?.offers.filter(({ from_id }) => from_id !== userId) ?? [],
  }
}

/** Minimum offer, remaining tries and the user's open offer. */
export function useOfferTerms(listingId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['offer-terms', listingId],
    queryFn: () => readOfferTerms(listingId),
    enabled,
    staleTime: 0,
  })
}

/** Reviews of a person by others. */
export function reviewsOfQuery(personId: string) {
  return infiniteQueryOptions({
    queryKey: ['reviews', 'of', personId],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readReviewsOf(personId, pageParam),
    getNextPageParam: (page, pages) => (page.length === REVIEWS_PAGE ? pages.length * REVIEWS_PAGE : null),
  })
}

export function useReviewsOf(personId: string) {
  return useInfiniteQuery(reviewsOfQuery(personId))
}

export function useReviewsBy(personId: string) {
  return useQuery({ queryKey: ['reviews', 'by', personId], queryFn: () => readReviewsBy(personId), staleTime: 15_000 })
}

/** After any action: invalidates everything that shows offers, deals, the ad or its figures. */
export function refreshDeals(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [what] }) =>
      ['conversation-deals', 'my-deals', 'offer-terms', 'reviews', 'conversation', 'dashboard', 'listing'].includes(
        String(what),
      ),
  })
}

const ANSWERED = {
  accept: t('offers.toast.deal'),
  decline: t('offers.offerDeclined'),
  withdraw: t('offers.offerWithdrawn'),
} as const
const CHANGED = {
  confirm_deal_receipt: t('offers.toast.dealDone'),
  choose_shipping: t('offers.toast.willBeSent'),
  report_no_show: t('offers.toast.missedNoted'),
} as const

/** One-tap actions. Each reports its result in a notice. Set `isToldThere` in a thread, whose lines already report it. */
export function useDealMutation({ isToldThere = false } = {}) {
  const queries = useQueryClient()
  const refresh = () => refreshDeals(queries)
  const failed = (error: unknown) => {
    void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) })
    // The displayed data may be outdated.
    return refresh()
  }
  const answer = useMutation({
    mutationFn: ({ verb, offer }: { verb: keyof typeof ANSWERED; offer: Pick<Offer, 'id'> }) =>
      answerOffer(verb, offer.id),
    onSuccess: (_, { verb }) => {
      if (!isToldThere) void toast({ title: ANSWERED[verb] })
      return refresh()
    },
    onError: failed,
  })
  const confirm = useMutation({
    mutationFn: ({ deal }: { deal: Pick<Deal, 'id' | 'proposed_at'> }) =>
      confirmMeetup(deal.id, deal.proposed_at ?? ''),
    onSuccess: () => {
      if (!isToldThere) void toast({ title: t('offers.toast.date'), description: t('offers.toast.dateHint') })
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
      void toast({ title: t('offers.toast.dealOff'), description: t('common.adOnOfferAgain') })
      return refresh()
    },
    onError: failed,
  })
  return { answer, confirm, change, cancel, refresh }
}
