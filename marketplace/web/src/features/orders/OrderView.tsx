import { CircleCheck, Clock, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/Badge.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { CheckButtons, CheckNotice, OnItsWay } from './CheckNow.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import type { Sender } from './labels/BuyLabel.tsx'
import { MeetBuyer, MeetSeller } from './MeetNow.tsx'
import { AddressPanel, BuyerSums, PersonPanel, SellerSums } from './OrderPanels.tsx'
import { ReportLost, ReturnNow } from './ReturnNow.tsx'
import { ShipNow } from './ShipNow.tsx'
import { Timeline } from './Timeline.tsx'
import { timelineOf } from './timeline.ts'
import { isOpen, type Order, parcelOf, type Role, roleOf } from './types.ts'
import { timeLeft } from './when.ts'
import { headingOf, orderBadge } from './wording.ts'

export interface OrderViewProps {
  order: Order
  userId: string
  otherName: string
  /** It has just been paid. */
  isNew: boolean
  /** What the buyer of a meet-up needs first. */
  checks: readonly string[]
  /** Time and place of a meet-up, and how to change them. */
  meetup: ReactNode
  /** Where a parcel comes from, for its label. */
  sender: Sender
  /** The review, once the order is done. */
  review: ReactNode
}

/** One order: status, next step, history and costs. */
export function OrderView(props: OrderViewProps) {
  const { order, userId, otherName, isNew } = props
  const role = roleOf(order, userId)
  const { title, line } = headingOf(order, role, otherName)
  const other = role === 'buyer' ? order.seller : order.buyer
  const hasBar = role === 'buyer' && order.state === 'delivered'
  const isToShip = role === 'seller' && order.state === 'paid' && order.delivery === 'ship'
  const progress = (
    <Timeline
      steps={timelineOf(order, role, otherName)}
      parcel={parcelOf(order, 'out')}
      isTracked={role === 'buyer' && order.state === 'shipped'}
    />
  )
  return (
    <main className="container-reading pt-5 pb-10 md:pt-6 md:pb-14">
      <nav
        aria-label={t('orders.breadcrumb')}
        className="type-small mb-4 flex items-center gap-2 text-ink-2 max-md:hidden"
      >
        <Link to={paths.offers} className="hover:text-ink">
          {t('orders.orders')}
        </Link>
        <span aria-hidden="true">›</span>
        <span>{t('orders.number', { number: order.order_number })}</span>
      </nav>
      {isNew && role === 'buyer' && order.state === 'paid' ? (
        <Note tone="success" icon={CircleCheck} role="status" className="mb-5">
          {t('orders.thanks')}
        </Note>
      ) : null}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h1 className="type-h1">{title}</h1>
          {line ? <p className="mt-1.5 text-ink-2">{line}</p> : null}
        </div>
        <HeadBadge order={order} role={role} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Now {...props} role={role} />
          {order.dispute ? (
            <DisputePanel order={order} dispute={order.dispute} role={role} userId={userId} otherName={otherName} />
          ) : null}
          {isToShip ? null : progress}
          {role === 'seller' && order.state === 'shipped' ? <ReportLost order={order} otherName={otherName} /> : null}
          {order.state === 'awaiting_payment' || order.state === 'paid' ? (
            <div className="max-lg:hidden">
              <CancelOrder order={order} role={role} otherName={otherName} />
            </div>
          ) : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {role === 'buyer' ? <BuyerSums order={order} /> : <SellerSums order={order} otherName={otherName} />}
          <PersonPanel
            person={other}
            conversationId={order.conversation_id}
            role={role}
            {...(role === 'seller' ? { items: order } : {})}
          />
          {isToShip ? progress : null}
          {role === 'buyer' && order.delivery === 'ship' && isOpen(order) ? <AddressPanel orderId={order.id} /> : null}
          {order.state === 'awaiting_payment' || order.state === 'paid' ? (
            <div className="lg:hidden">
              <CancelOrder order={order} role={role} otherName={otherName} />
            </div>
          ) : null}
        </div>
      </div>
      {hasBar ? (
        <div
          data-bar
          className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden"
        >
          <CheckButtons order={order} otherName={otherName} isShort />
        </div>
      ) : null}
    </main>
  )
}

/** The held amount, or the remaining time. */
function HeadBadge({ order, role }: { order: Order; role: Role }) {
  const now = useNow()
  const left = order.due_at ? timeLeft(order.due_at, now) : null
  if (role === 'seller' && order.state === 'paid' && order.delivery === 'ship' && left) {
    return (
      <Badge tone="offer">
        <Clock aria-hidden="true" strokeWidth={2} className="size-3.5" />
        {t('orders.left', { left })}
      </Badge>
    )
  }
  if (isOpen(order) && order.paid_at !== null) {
    return (
      <Badge tone="success">
        <Lock aria-hidden="true" strokeWidth={2} className="size-3.5" />
        {t('orders.held', { amount: exactMoney(order.total_minor, order.currency) })}
      </Badge>
    )
  }
  const badge = orderBadge(order, role)
  return <Badge tone={badge.tone}>{badge.label}</Badge>
}

/** The user's possible actions. */
function Now({ order, role, otherName, meetup, checks, sender, review }: OrderViewProps & { role: Role }) {
  switch (order.state) {
    case 'awaiting_payment':
      return (
        <div className="panel grid gap-3 p-5">
          <p>{t('orders.payNow')}</p>
          <LinkButton to={paths.pay(order.id)} size="lg">
            {t('buying.pay', { amount: exactMoney(order.total_minor, order.currency) })}
          </LinkButton>
        </div>
      )
    case 'paid':
      if (order.delivery === 'meet') {
        return role === 'buyer' ? (
          <MeetBuyer order={order} otherName={otherName} meetup={meetup} checks={checks} />
        ) : (
          <div className="panel p-5 md:p-7">
            <MeetSeller order={order} otherName={otherName} meetup={meetup} />
          </div>
        )
      }
      return role === 'seller' ? <ShipNow order={order} sender={sender} /> : null
    case 'delivered':
      return role === 'buyer' ? (
        <>
          <CheckNotice order={order} otherName={otherName} />
          <div className="max-md:hidden">
            <CheckButtons order={order} otherName={otherName} />
          </div>
        </>
      ) : null
    case 'shipped':
      return role === 'buyer' ? <OnItsWay order={order} otherName={otherName} /> : null
    case 'returning':
      return <ReturnNow order={order} role={role} otherName={otherName} />
    case 'completed':
      return review
    case 'cancelled':
    case 'expired':
    case 'refunded': {
      const category = order.items[0]?.listing?.category
      return role === 'buyer' && category ? (
        <LinkButton to={paths.category(category)} variant="soft" className="justify-self-start">
          {t('orders.seeSimilar')}
        </LinkButton>
      ) : null
    }
    default:
      return null
  }
}
