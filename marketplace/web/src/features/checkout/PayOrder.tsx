import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { config } from '../../lib/config.ts'
import { isTransient } from '../../lib/data/failure.ts'
import { Navigate } from '../../lib/router.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import type { OrderToPay, TestCard } from './api.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { Failure } from './Checkout.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { PayLayout } from './PayLayout.tsx'
import { orderToPayQuery } from './queries.ts'
import { TestCards } from './TestCards.tsx'
import { usePayment } from './use-payment.ts'

const PayWithStripe = lazy(async () => ({ default: (await import('./stripe/PayWithStripe.tsx')).PayWithStripe }))

/** Pays an existing order; redirects to the order if it is paid or has ended. */
export function PayOrder({ orderId }: { orderId: string }) {
  const order = useQuery(orderToPayQuery(orderId))
  // Also if it was paid while this page was open.
  if (order.error && !isTransient(order.error)) return <Navigate to={paths.order(orderId)} replace />
  if (order.data) {
    return config.payments === 'stripe' ? (
      <Suspense fallback={<CheckoutSkeleton />}>
        <PayWithStripe order={order.data} />
      </Suspense>
    ) : (
      <PayWithTestCard order={order.data} />
    )
  }
  return order.isPending ? <CheckoutSkeleton /> : <LoadFailed onRetry={() => void order.refetch()} />
}

function PayWithTestCard({ order }: { order: OrderToPay }) {
  const [card, setCard] = useState<TestCard>('ok')
  const payment = usePayment()
  const pay = () => payment.pay({ orderId: order.order_id, card })
  return (
    <>
      <PayLayout
        order={order}
        isPaying={payment.isPaying}
        onPay={pay}
        failure={<Failure problem={null} payment={payment} />}
      >
        <TestCards value={card} onChange={setCard} />
      </PayLayout>
      {payment.challenged ? (
        <ChallengeDialog
          amount={exactMoney(order.total_minor, order.currency)}
          isConfirming={payment.isPaying}
          onConfirm={pay}
          onClose={payment.dropChallenge}
        />
      ) : null}
    </>
  )
}
