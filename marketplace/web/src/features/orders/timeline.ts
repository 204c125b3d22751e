import { t } from '../../i18n/t.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatDate, formatTime } from '../../ui/format.ts'
import { isOpen, type Order, type OrderEvent, parcelOf, type Role } from './types.ts'
import { shortDayOf } from './when.ts'

export interface Step {
  readonly key: string
  readonly label: string
  readonly line?: string | null
  /** When it happened, or its deadline. */
  readonly when?: string | null
  readonly is: 'done' | 'now' | 'next'
  /** Shows the tracking number with this step. */
  readonly hasParcel?: boolean
}

/** Past, current and next steps of an order. */
export function timelineOf(order: Order, role: Role, otherName: string): Step[] {
  return [...doneSteps(order, role, otherName), ...stepsToCome(order, role, otherName)]
}

function doneSteps(order: Order, role: Role, name: string): Step[] {
  return order.events.flatMap((event) => {
    const step = doneStep(event, order, role, name)
    return step ? [{ ...step, key: String(event.id), when: momentOf(event.created_at), is: 'done' as const }] : []
  })
}

type Said = Pick<Step, 'label' | 'line' | 'hasParcel'>

function doneStep({ event, actor, to_state }: OrderEvent, order: Order, role: Role, name: string): Said | null {
  const amount = exactMoney(order.total_minor, order.currency)
  switch (event) {
    case 'pay':
      return {
        label: t('common.paid'),
        line: !isOpen(order)
          ? null
          : role === 'buyer'
            ? t('orders.step.heldFromSeller', { amount, name })
            : t('orders.step.heldForYou'),
      }
    case 'ship':
      return { label: t('orders.step.shipped'), line: parcelOf(order, 'out')?.carrier ?? null, hasParcel: true }
    case 'deliver':
      return {
        label: t('common.delivered'),
        line: actor === 'clock' ? t('orders.step.deliveredByTime') : null,
      }
    case 'hand_over':
      return { label: t('orders.step.handedOver'), line: t('orders.step.byCode') }
    case 'confirm':
    case 'accept':
    case 'withdraw':
    case 'not_returned':
    case 'win_back':
      return paidStep(event, role, name)
    case 'dispute':
      return { label: t('orders.step.problem'), line: null }
    case 'escalate':
      return { label: t('orders.step.weDecide'), line: null }
    case 'contest':
      return { label: t('orders.step.returnWrong'), line: t('orders.step.weDecide') }
    case 'take_back':
      return { label: t('orders.step.returnAgreed'), line: actor === 'moderator' ? t('orders.step.byUs') : null }
    case 'ship_back':
      return { label: t('orders.step.sentBack'), line: parcelOf(order, 'back')?.tracking ?? null }
    case 'settle_part':
      return {
        label: actor === 'moderator' ? t('orders.step.decided') : t('orders.step.settled'),
        line: order.refunded_minor > 0 ? t('orders.step.refund', { amount: back(order) }) : t('orders.step.noRefund'),
      }
    default:
      return isOverIn(to_state) ? overStep(event, order) : null
  }
}

const isOverIn = (state: string) => ['cancelled', 'refunded', 'charged_back', 'expired'].includes(state)

const back = (order: Order) => exactMoney(order.refunded_minor, order.currency)

function paidStep(event: string, role: Role, name: string): Said {
  const line =
    event === 'accept' ? t('orders.step.byTime') : event === 'not_returned' ? t('orders.step.notReturned') : null
  return { label: role === 'buyer' ? t('orders.step.sellerPaid', { name }) : t('orders.step.youPaid'), line }
}

function overStep(event: string, order: Order): Said {
  const refund = order.refunded_minor > 0 ? t('orders.step.refund', { amount: back(order) }) : null
  switch (event) {
    case 'not_shipped':
      return { label: t('orders.step.notShipped'), line: refund }
    case 'not_met':
      return { label: t('orders.step.notMet'), line: refund }
    case 'lose':
      return { label: t('orders.step.lost'), line: refund }
    case 'return':
      return { label: t('orders.step.returned'), line: refund }
    case 'charge_back':
      return { label: t('orders.head.chargedBack'), line: null }
    case 'expire':
      return { label: t('orders.step.expired'), line: null }
    case 'settle_whole':
      return { label: t('orders.refunded'), line: refund }
    default:
      return { label: t('orders.cancelled'), line: refund }
  }
}

/** Open orders only: the current step, and the next ones. */
function stepsToCome(order: Order, role: Role, name: string): Step[] {
  const last = {
    key: 'end',
    label: role === 'buyer' ? t('orders.step.sellerIsPaid', { name }) : t('orders.step.youArePaid'),
    is: 'next',
  } as const
  const isBuyer = role === 'buyer'
  const delivered: Step = { key: 'delivered', label: t('common.delivered'), is: 'next' }
  const check: Step[] = isBuyer ? [{ key: 'check', label: t('orders.step.check'), is: 'next' }] : []
  switch (order.state) {
    case 'awaiting_payment':
      return [
        { key: 'pay', label: t('orders.step.pay'), when: untilOf(order.pay_by), is: 'now' },
        ...(order.delivery === 'meet'
          ? [{ key: 'meet', label: t('common.meetUp'), is: 'next' } as const, last]
          : [{ key: 'ship', label: t('orders.step.shipped'), is: 'next' } as const, delivered, ...check, last]),
      ]
    case 'paid':
      return order.delivery === 'meet'
        ? [{ key: 'meet', label: t('common.meetUp'), line: meetLine(order), is: 'now' }, last]
        : [
            {
              key: 'ship',
              label: isBuyer ? t('orders.step.toBeShipped') : t('orders.step.ship'),
              when: byOf(order.due_at),
              is: 'now',
            },
            delivered,
            ...check,
            last,
          ]
    case 'shipped':
      return [{ ...delivered, label: t('orders.step.onItsWay'), is: 'now' }, ...check, last]
    case 'delivered':
      return isBuyer
        ? [
            {
              key: 'check',
              label: t('orders.step.check'),
              line: t('orders.step.matches'),
              when: untilOf(order.due_at),
              is: 'now',
            },
            { ...last, line: order.due_at ? t('orders.step.whenFine', { when: shortDayOf(order.due_at) }) : null },
          ]
        : [
            { key: 'check', label: t('orders.step.buyerChecks', { name }), when: untilOf(order.due_at), is: 'now' },
            last,
          ]
    case 'disputed':
      return [{ key: 'settle', label: t('orders.step.settle'), when: untilOf(order.due_at), is: 'now' }, last]
    case 'returning':
      return parcelOf(order, 'back')
        ? [
            { key: 'back', label: t('orders.step.backToSeller'), when: byOf(order.due_at), is: 'now' },
            { key: 'refund', label: t('orders.refunded'), is: 'next' },
          ]
        : [
            { key: 'send', label: t('orders.step.sendBack'), when: byOf(order.due_at), is: 'now' },
            { key: 'refund', label: t('orders.refunded'), is: 'next' },
          ]
    default:
      return []
  }
}

function meetLine({ deal }: Order): string | null {
  return deal?.meet_at ? `${shortDayOf(deal.meet_at)}, ${deal.meet_place}` : t('orders.step.noDate')
}

const momentOf = (when: string) => `${formatDate(when)}, ${formatTime(when)}`
const untilOf = (when: string | null) => (when ? t('orders.until', { when: shortDayOf(when) }) : null)
const byOf = (when: string | null) => (when ? t('orders.by', { when: shortDayOf(when) }) : null)
