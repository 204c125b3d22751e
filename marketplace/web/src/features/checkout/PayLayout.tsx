import { Clock } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { formatTime } from '../../ui/format.ts'
import { Note } from '../../ui/Note.tsx'
import type { OrderToPay } from './api.ts'
import { Section } from './Checkout.tsx'
import { OrderSums, PayBar, PayButton } from './Summary.tsx'

interface PayLayoutProps {
  order: OrderToPay
  isPaying: boolean
  onPay: () => void
  failure: ReactNode
  /** Payment method: test cards or a provider's form. */
  children: ReactNode
}

/** Pays an existing order: payment method, sums and button. */
export function PayLayout({ order, isPaying, onPay, failure, children }: PayLayoutProps) {
  const { currency } = order
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPaying) onPay()
  }
  const pay = <PayButton totalMinor={order.total_minor} currency={currency} isPaying={isPaying} />
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
        <Section>{children}</Section>
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
          {failure}
          {pay}
        </div>
      </div>
      <PayBar>
        <div className="lg:hidden">{failure}</div>
        {pay}
      </PayBar>
    </form>
  )
}
