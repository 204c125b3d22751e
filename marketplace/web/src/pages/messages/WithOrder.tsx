import type { ReactNode } from 'react'
import { OrderSteps, ThreadOrder, useThreadOrder } from '../../features/orders/ThreadOrder.tsx'
import { t } from '../../i18n/t.ts'
import { OrderMeetup } from '../order/OrderMeetup.tsx'

interface WithOrderProps {
  conversationId: string
  myId: string
  otherName: string
  /** The deal panel, if nothing is paid for here. */
  children: ReactNode
}

/** Shows the order next to a thread on wide screens, in place of the deal. */
export function OrderAside({ children, ...context }: WithOrderProps) {
  const { order } = useThreadOrder(context.conversationId)
  if (!order) return children
  return (
    <section aria-labelledby="order-title" className="grid gap-3">
      <h2 id="order-title" className="type-h3">
        {t('orders.number', { number: order.order_number })}
      </h2>
      <Order {...context} />
    </section>
  )
}

/** After the messages, if there is no room next to the thread. */
export function OrderAtEnd({ children, ...context }: WithOrderProps) {
  const { order } = useThreadOrder(context.conversationId)
  if (!order) return children
  return (
    <section
      aria-label={t('orders.number', { number: order.order_number })}
      className="mt-4 w-full max-w-md justify-self-center xl:hidden"
    >
      <Order {...context} />
    </section>
  )
}

function Order({ conversationId, myId, otherName }: Omit<WithOrderProps, 'children'>) {
  const { order } = useThreadOrder(conversationId)
  if (!order) return null
  return (
    <ThreadOrder order={order} myId={myId} otherName={otherName}>
      {order.delivery === 'meet' && order.state === 'paid' ? (
        <OrderMeetup order={order} userId={myId} otherName={otherName} />
      ) : null}
    </ThreadOrder>
  )
}

/** Progress above the thread. */
export function OrderStrip({ conversationId, children }: Pick<WithOrderProps, 'conversationId' | 'children'>) {
  const { order } = useThreadOrder(conversationId)
  return order ? <OrderSteps order={order} /> : children
}
