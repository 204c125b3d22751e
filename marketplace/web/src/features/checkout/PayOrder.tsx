import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { isTransient } from '../../lib/data/failure.ts'
import { Navigate } from '../../lib/router.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatTime } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Note } from '../../ui/Note.tsx'
import type { OrderToPay, TestCard } from './api.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { Failure, Section } from './Checkout.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { PaymentBox } from './PaymentBox.tsx'
import { orderToPayQuery } from './queries.ts'
import { OrderSums, PayBar, PayButton } from './Summary.tsx'
import { usePayment } from './use-payment.ts'

/** Pays an order that was begun; one that is paid, or over, shows itself. */
export function PayOrder({ orderId }: { orderId: string }) {
  const order = useQuery(orderToPayQuery(orderId))
  if (order.data) return <Form order={order.data} />
  if (order.isPending) return <CheckoutSkeleton />
  if (isTransient(order.error)) return <LoadFailed onRetry={() => void order.refetch()} />
  return <Navigate to={paths.order(orderId)} replace />
}

function Form({ order }: { order: OrderToPay }) {
  const [card, setCard] = useState<TestCard>('ok')
  const payment = usePayment()
  const { order_id: orderId, currency } = order
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!payment.isPaying) payment.pay({ orderId, card })
  }
  const pay = <PayButton totalMinor={order.total_minor} currency={currency} isPaying={payment.isPaying} />
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_400px]"
    >
      <div className="grid gap-5">
        <Note tone="warm" icon={Clock}>
          {t('buying.keptUntil', { time: formatTime(order.pay_by) })}
        </Note>
        <Section>
          <PaymentBox card={card} onCard={setCard} />
        </Section>
      </div>
      <div className="lg:panel grid gap-5 lg:p-6">
        <OrderSums
          currency={currency}
          items={{ count: 1, minor: order.items_minor + order.discount_minor }}
          discountMinor={order.discount_minor}
          feeMinor={order.fee_minor}
          shippingMinor={order.shipping_minor > 0 ? order.shipping_minor : null}
          totalMinor={order.total_minor}
        />
        <div className="grid gap-4 max-lg:hidden">
          <Failure problem={null} payment={payment} />
          {pay}
        </div>
      </div>
      <PayBar>
        <div className="lg:hidden">
          <Failure problem={null} payment={payment} />
        </div>
        {pay}
      </PayBar>
      {payment.challenged ? (
        <ChallengeDialog
          amount={exactMoney(order.total_minor, currency)}
          isConfirming={payment.isPaying}
          onConfirm={() => payment.pay({ orderId, card })}
          onClose={payment.dropChallenge}
        />
      ) : null}
    </form>
  )
}
