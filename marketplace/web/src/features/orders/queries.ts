import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { toast } from '../../ui/toast.ts'
import { readCard, readConversationOrders, readMyOrders, readOrder, readOrderAddress } from './api.ts'

/** Polls while the page is open, because the other side acts too; notifications trigger a refetch immediately. */
const LOOK_AGAIN_MS = 60_000

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.orders('one', id),
    queryFn: () => readOrder(id),
    staleTime: 5_000,
    refetchInterval: LOOK_AGAIN_MS,
  })

export const myOrdersQuery = (userId: string) =>
  queryOptions({ queryKey: keys.orders('mine', userId), queryFn: readMyOrders, staleTime: 15_000 })

export const conversationOrdersQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keys.orders('conversation', conversationId),
    queryFn: () => readConversationOrders(conversationId),
    staleTime: 0,
  })

export const cardQuery = (orderId: string) =>
  queryOptions({ queryKey: keys.orders('card', orderId), queryFn: () => readCard(orderId), staleTime: Infinity })

export const orderAddressQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.orders('address', orderId),
    queryFn: () => readOrderAddress(orderId),
    staleTime: 60_000,
    // Not cached after the page is left.
    gcTime: 0,
  })

const AFFECTED = [
  'orders',
  'my-deals',
  'conversation-deals',
  'dashboard',
  'listing',
  'balance',
  'conversation',
  'order-to-pay',
]

interface OrderChange<Given, Answer> {
  readonly change: (given: Given) => Promise<Answer>
  /** Shown in a notice. */
  readonly done?: string
  readonly onDone?: (answer: Answer) => void
  /** The caller shows failures itself. */
  readonly isQuiet?: boolean
}

/** Changes an order: refetches orders, deals, ads and balance, and shows failures. */
export function useOrderChange<Given, Answer = void>({
  change,
  done,
  onDone,
  isQuiet = false,
}: OrderChange<Given, Answer>) {
  const queries = useQueryClient()
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [what] }) => AFFECTED.includes(String(what)) })
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      await refresh()
      if (done) void toast({ title: done })
      onDone?.(answer)
    },
    onError: (error) => {
      if (!isQuiet) void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) })
      return refresh()
    },
  })
}
