import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { config } from '../../lib/config.ts'
import { RequestFailed } from '../../lib/data/failure.ts'
import { navigate } from '../../lib/router.tsx'
import { beginPayment, payWithTestCard, type TestCard } from './api.ts'

/** HTTP status of a declined card. */
const DECLINED = 402

/** Pays an order with the market's provider, then opens the order. */
export function usePayment() {
  const queries = useQueryClient()
  /** The order whose payment needs a 3-D Secure challenge. */
  const [challenged, setChallenged] = useState<string | null>(null)
  const paying = useMutation({
    mutationFn: async ({ orderId, card }: { orderId: string; card: TestCard }) => {
      await beginPayment(orderId)
      // A real provider's form is on a separate page.
      if (config.payments !== 'test') return window.location.assign(paths.pay(orderId))
      if ((await payWithTestCard(orderId, card)) === 'challenge') return setChallenged(orderId)
      setChallenged(null)
      navigate(paths.order(orderId), { replace: true, state: { isNew: true } })
      return queries.invalidateQueries()
    },
  })
  return {
    pay: paying.mutate,
    payAsync: paying.mutateAsync,
    isPaying: paying.isPending,
    error: paying.error,
    isDeclined: paying.error instanceof RequestFailed && paying.error.status === DECLINED,
    challenged,
    dropChallenge: () => setChallenged(null),
  }
}
