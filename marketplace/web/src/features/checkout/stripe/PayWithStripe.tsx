import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { useSearchParams } from '../../../lib/router.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { beginPayment, type OrderToPay } from '../api.ts'
import { PayLayout } from '../PayLayout.tsx'
import { orderToPayQuery } from '../queries.ts'
import { useStripeForm } from './use-stripe-form.ts'

const ASK_AGAIN_MS = 1500

/** Pays an order in Stripe's form, then waits for Stripe's webhook. */
export function PayWithStripe({ order }: { order: OrderToPay }) {
  const [search] = useSearchParams()
  // Stripe redirects here after the bank's page.
  const came = search.get('redirect_status')
  const [isPaid, setPaid] = useState(came === 'succeeded' || came === 'pending')
  return isPaid ? (
    <Confirming orderId={order.order_id} />
  ) : (
    <Form order={order} isRefused={came === 'failed'} onPaid={() => setPaid(true)} />
  )
}

function Form({ order, isRefused, onPaid }: { order: OrderToPay; isRefused: boolean; onPaid: () => void }) {
  const payment = useQuery({
    queryKey: ['payment', order.order_id],
    queryFn: () => beginPayment(order.order_id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useStripeForm(payment.data, onPaid, isRefused)
  if (payment.isError) return <LoadFailed onRetry={() => void payment.refetch()} />
  if (form.phase === 'failed') return <LoadFailed onRetry={form.reload} />
  return (
    <PayLayout
      order={order}
      isPaying={form.phase === 'paying'}
      onPay={() => void form.pay()}
      failure={
        form.problem === null ? null : (
          <Note tone="danger" icon={CircleAlert} role="alert" className="mb-3 lg:mb-0">
            {form.problem}
          </Note>
        )
      }
    >
      {form.phase === 'loading' ? <Skeleton className="h-56 rounded-panel" /> : null}
      <div ref={form.place} className={form.phase === 'loading' ? 'h-0 overflow-hidden' : ''} />
    </PayLayout>
  )
}

/** PayOrder shows the order once it is paid. */
function Confirming({ orderId }: { orderId: string }) {
  useQuery({ ...orderToPayQuery(orderId), refetchInterval: ASK_AGAIN_MS })
  return (
    <div role="status">
      <EmptyState
        icon={<Clock aria-hidden="true" />}
        title={t('buying.confirming')}
        line={t('buying.confirmingHint')}
      />
    </div>
  )
}
