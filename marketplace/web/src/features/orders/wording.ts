import { t } from '../../i18n/t.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatTime } from '../../ui/format.ts'
import { type Dispute, gainOf, type ListedOrder, type Reason, type Role } from './types.ts'
import { shortDayOf, weekday } from './when.ts'

/** Reasons for a problem, in the order of the form. */
export const REASON: Record<Reason, string> = {
  not_received: t('orders.reason.notReceived'),
  wrong_item: t('orders.reason.wrongItem'),
  not_as_described: t('orders.reason.worse'),
  damaged: t('orders.reason.damaged'),
  counterfeit: t('orders.reason.fake'),
  other: t('common.somethingElse'),
}

/** Solutions that the buyer can request. */
export function wishOf(
  { wish, wanted_minor: wanted }: Pick<Dispute, 'wish' | 'wanted_minor'>,
  { currency, total_minor }: Pick<ListedOrder, 'currency' | 'total_minor'>,
): string {
  if (wish === 'return') return t('orders.dispute.wantsReturn')
  return exactMoney(wish === 'part' && wanted !== null ? wanted : total_minor, currency)
}

/** The seller's offer; null if there is none. */
export function offerOf(
  { offered_minor: offered, offers_return: returns }: Pick<Dispute, 'offered_minor' | 'offers_return'>,
  currency: string,
): string | null {
  if (returns) return t('orders.dispute.wantsReturn')
  return offered === null ? null : exactMoney(offered, currency)
}

export function decisionOf(
  { outcome, decided_minor: back }: Pick<Dispute, 'outcome' | 'decided_minor'>,
  currency: string,
) {
  if (outcome === 'return') return t('orders.decision.return')
  return back ? t('orders.decision.refund', { amount: exactMoney(back, currency) }) : t('orders.decision.paid')
}

/** The status in one word, from the reader's side. */
export function orderBadge(
  order: Pick<ListedOrder, 'state' | 'delivery' | 'dispute'>,
  role: Role,
): { tone: BadgeTone; label: string } {
  switch (order.state) {
    case 'awaiting_payment':
      return { tone: 'offer', label: t('orders.badge.toPay') }
    case 'paid':
      if (order.delivery === 'meet') return { tone: 'offer', label: t('orders.badge.toMeet') }
      return role === 'seller'
        ? { tone: 'offer', label: t('orders.badge.toShip') }
        : { tone: 'success', label: t('common.paid') }
    case 'shipped':
      return { tone: 'info', label: t('common.onItsWay') }
    case 'delivered':
      return { tone: 'info', label: t('common.delivered') }
    case 'disputed':
      return order.dispute?.state === 'escalated'
        ? { tone: 'danger', label: t('orders.badge.dispute') }
        : { tone: 'offer', label: t('orders.badge.problem') }
    case 'returning':
      return { tone: 'offer', label: t('orders.badge.return') }
    case 'completed':
      return { tone: 'success', label: t('orders.badge.completed') }
    case 'refunded':
      return { tone: 'neutral', label: t('orders.refunded') }
    case 'charged_back':
      return { tone: 'danger', label: t('orders.badge.chargedBack') }
    case 'expired':
      return { tone: 'neutral', label: t('orders.badge.expired') }
    case 'cancelled':
      return { tone: 'neutral', label: t('orders.cancelled') }
  }
}

export interface Heading {
  readonly title: string
  readonly line: string
}

interface HeadFacts extends ListedOrder {
  readonly events?: readonly { event: string; actor: string }[]
  readonly parcels?: readonly { direction: string }[]
}

/** The status as the heading of the order's page. */
export function headingOf(order: HeadFacts, role: Role, name: string): Heading {
  return role === 'buyer' ? forBuyer(order, name) : forSeller(order, name)
}

function forBuyer(order: HeadFacts, name: string): Heading {
  const day = order.due_at ? weekday(order.due_at) : ''
  const when = order.due_at ? shortDayOf(order.due_at) : ''
  switch (order.state) {
    case 'awaiting_payment':
      return { title: t('orders.head.payBy', { time: formatTime(order.pay_by) }), line: t('orders.head.payByHint') }
    case 'paid':
      return order.delivery === 'meet'
        ? { title: t('orders.head.meet', { name }), line: t('orders.head.meetBuyerHint') }
        : { title: t('orders.head.waitShip', { name }), line: t('orders.head.waitShipHint', { day }) }
    case 'shipped':
      return { title: t('orders.head.onItsWay'), line: t('orders.head.onItsWayHint') }
    case 'delivered':
      return { title: t('orders.head.arrived'), line: t('orders.head.arrivedHint', { name }) }
    case 'disputed':
      return problemForBuyer(order, name, when)
    case 'returning':
      return order.parcels?.some(({ direction }) => direction === 'back')
        ? { title: t('orders.head.sentBack'), line: t('orders.head.sentBackHint', { name, day }) }
        : { title: t('orders.head.sendBack', { day }), line: t('orders.head.sendBackHint', { name }) }
    case 'completed':
      return { title: t('orders.head.sellerPaid', { name }), line: refundLine(order) }
    default:
      return over(order, 'buyer', name)
  }
}

function problemForBuyer({ dispute, currency }: HeadFacts, name: string, when: string): Heading {
  if (dispute?.state === 'escalated') return { title: t('orders.head.weDecide'), line: t('orders.head.weDecideHint') }
  if (dispute?.offers_return)
    return { title: t('orders.head.offersReturn', { name }), line: t('orders.dispute.answerBy', { when }) }
  if (dispute && dispute.offered_minor !== null)
    return {
      title: t('orders.head.offersBack', { name, amount: exactMoney(dispute.offered_minor, currency) }),
      line: t('orders.dispute.answerBy', { when }),
    }
  return { title: t('orders.head.reported'), line: t('orders.head.reportedHint', { name, when }) }
}

function forSeller(order: HeadFacts, name: string): Heading {
  const day = order.due_at ? weekday(order.due_at) : ''
  const when = order.due_at ? shortDayOf(order.due_at) : ''
  const amount = exactMoney(gainOf(order), order.currency)
  switch (order.state) {
    case 'paid':
      return order.delivery === 'meet'
        ? { title: t('orders.head.meet', { name }), line: t('orders.head.meetSellerHint', { name }) }
        : {
            title: t('orders.head.shipBy', { day }),
            line: order.paid_at ? t('orders.head.shipByHint', { name, when: shortDayOf(order.paid_at) }) : '',
          }
    case 'shipped':
      return { title: t('orders.head.onItsWayTo', { name }), line: t('orders.head.onItsWayToHint', { name }) }
    case 'delivered':
      return { title: t('orders.head.buyerHasIt', { name }), line: t('orders.head.buyerHasItHint', { name, when }) }
    case 'disputed':
      return order.dispute?.state === 'escalated'
        ? { title: t('orders.head.weDecide'), line: t('orders.head.weDecideHint') }
        : { title: t('orders.head.problem', { name }), line: t('orders.head.problemHint', { when }) }
    case 'returning':
      return order.parcels?.some(({ direction }) => direction === 'back')
        ? { title: t('orders.head.comesBack'), line: t('orders.head.comesBackHint', { day }) }
        : { title: t('orders.head.buyerSendsBack', { name }), line: t('orders.head.buyerSendsBackHint', { day }) }
    case 'completed':
      return { title: t('orders.head.youPaid'), line: t('orders.head.youPaidHint', { amount }) }
    default:
      return over(order, 'seller', name)
  }
}

/** Why an order ended without a sale, and what happens to the money. */
function over(order: HeadFacts, role: Role, name: string): Heading {
  const line = refundLine(order, role)
  const last = order.events?.at(-1)
  if (order.state === 'expired') return { title: t('orders.head.expired'), line: t('orders.head.expiredHint') }
  if (order.state === 'charged_back')
    return { title: t('orders.head.chargedBack'), line: t('orders.head.chargedBackHint') }
  if (order.state === 'refunded')
    return { title: role === 'buyer' ? t('orders.head.refunded') : t('orders.head.buyerRefunded', { name }), line }
  if (last?.event === 'not_shipped')
    return { title: role === 'buyer' ? t('orders.head.notShipped', { name }) : t('orders.head.notShippedByYou'), line }
  if (last?.event === 'not_met') return { title: t('orders.head.notMet'), line }
  if (last?.actor === role) return { title: t('orders.head.youCancelled'), line }
  if (last?.actor === 'moderator')
    return { title: t('orders.head.weCancelled'), line: line || t('orders.head.weCancelledHint') }
  return { title: last ? t('orders.head.theyCancelled', { name }) : t('orders.head.cancelled'), line }
}

function refundLine({ refunded_minor, currency }: HeadFacts, role: Role = 'buyer'): string {
  if (refunded_minor === 0) return ''
  const amount = exactMoney(refunded_minor, currency)
  return role === 'buyer' ? t('orders.head.moneyBack', { amount }) : t('orders.head.moneyBackToBuyer', { amount })
}
