import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { type Delivery, nextPage, readDeliveries, readWebhooks } from './api.ts'

const KEY = ['admin', 'webhooks']
/** Polling interval during a delivery. */
const LOOK_AGAIN_MS = 3000
const SOON_MS = 90_000
/** Polling interval for health. */
const HEALTH_MS = 15_000

export function useWebhooks() {
  return useQuery({ queryKey: [...KEY, 'all'], queryFn: readWebhooks, staleTime: 0, refetchInterval: HEALTH_MS })
}

export function useDeliveries(webhookId: string) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'deliveries', webhookId],
    queryFn: ({ pageParam }) => readDeliveries(webhookId, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: nextPage,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      return state.data?.pages[0]?.some(isUnderWay) ? LOOK_AGAIN_MS : false
    },
  })
}

/** Pending or claimed, not waiting for a late retry. */
function isUnderWay({ state, due_at }: Delivery): boolean {
  return state === 'pending' && Date.parse(due_at) < Date.now() + SOON_MS
}

export function useWebhookMutation<Given, Result>(action: (given: Given) => Promise<Result>, done?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: () => {
      if (done) toast({ title: done })
      return client.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
}
