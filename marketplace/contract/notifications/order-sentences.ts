import { paths } from '../paths.ts'
import { weekdayText } from '../words/moments.ts'
import type { Reader } from '../words/say.ts'
import { about, moneyIn, namesIn, numberIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, NotificationText, Sentences } from './notification-text.ts'

/** The facts in texts about orders: other user, item, the reader's amount, and the refund. */
const factsOf = (payload: NotificationPayload, reader: Reader) => ({
  ...namesIn(payload, reader),
  amount: moneyIn(payload, 'amount_minor', reader),
  refund: moneyIn(payload, 'refund_minor', reader),
  day: textIn(payload, 'due_at') && weekdayText(new Date(textIn(payload, 'due_at')), reader.language),
})
type Facts = ReturnType<typeof factsOf>

const isSeller = (payload: NotificationPayload) => textIn(payload, 'as') === 'seller'

/** A text with the path of its order. */
const ofOrder =
  (text: (facts: Facts, payload: NotificationPayload, reader: Reader) => readonly [title: string, line?: string]) =>
  (payload: NotificationPayload, reader: Reader): NotificationText => {
    const [title, line = ''] = text(factsOf(payload, reader), payload, reader)
    const id = textIn(payload, 'order_id')
    return { title, line, path: id ? paths.order(id) : paths.offers }
  }

const moneyBack = (payload: NotificationPayload, { t }: Reader) =>
  isSeller(payload) ? t('notices.orderMoneyToBuyer') : t('notices.orderMoneyBack')

/** Texts about orders and the seller's money. */
export const ORDER_SENTENCES: Sentences = {
  order_paid: ofOrder((facts, payload, { t }) =>
    isSeller(payload)
      ? [t('notices.orderPaidSeller', facts), t('notices.orderPaidSellerHint')]
      : [t('notices.orderPaidBuyer', facts), t('notices.orderPaidBuyerHint')],
  ),
  order_expired: ofOrder((facts, _, { t }) => [t('notices.orderExpired', facts), t('notices.orderExpiredHint')]),
  order_cancelled: ofOrder((facts, payload, reader) => [
    reader.t('notices.orderCancelled', facts),
    payload.is_paid === true ? moneyBack(payload, reader) : '',
  ]),
  order_not_shipped: ofOrder((facts, payload, reader) => [
    reader.t('notices.orderNotShipped', facts),
    moneyBack(payload, reader),
  ]),
  order_shipped: ofOrder((facts, payload, { t }) => {
    const number = textIn(payload, 'tracking_number')
    return [t('notices.parcelOnItsWay', facts), number && t('notices.trackingNumber', { number })]
  }),
  order_delivered: ofOrder((facts, payload, { t }) => [
    t('notices.orderDelivered', facts),
    isSeller(payload) ? t('notices.orderDeliveredSellerHint') : t('notices.orderDeliveredBuyerHint'),
  ]),
  order_completed: ofOrder((facts, payload, { t }) => [
    isSeller(payload) ? t('notices.orderDoneSeller', facts) : t('notices.orderDoneBuyer', facts),
  ]),
  order_lost: ofOrder((facts, payload, reader) => [reader.t('notices.orderLost', facts), moneyBack(payload, reader)]),
  order_disputed: ofOrder((facts, payload, { t }) => [
    t('notices.orderDisputed', facts),
    t('notices.orderDisputedHint', { hours: numberIn(payload, 'answer_hours') ?? 48 }),
  ]),
  order_escalated: ofOrder((facts, _, { t }) => [t('notices.orderEscalated', facts)]),
  order_returning: ofOrder((facts, payload, { t }) =>
    isSeller(payload)
      ? [t('notices.orderReturningSeller', facts)]
      : [t('notices.orderReturningBuyer', facts), t('notices.orderReturningBuyerHint')],
  ),
  order_sent_back: ofOrder((facts, _, { t }) => [t('notices.orderSentBack', facts), t('notices.orderSentBackHint')]),
  order_settled: ofOrder((facts, payload, { t }) => [
    t('notices.orderSettled', facts),
    numberIn(payload, 'refund_minor')
      ? isSeller(payload)
        ? t('notices.orderPartToBuyer', facts)
        : t('notices.orderPartBack', facts)
      : '',
  ]),
  order_refunded: ofOrder((facts, payload, reader) => [
    reader.t('notices.orderRefunded', facts),
    moneyBack(payload, reader),
  ]),
  order_charged_back: ofOrder((facts, _, { t }) => [
    t('notices.orderChargedBack', facts),
    t('notices.orderChargedBackHint'),
  ]),
  refund_offered: ofOrder((facts, payload, { t }) => [
    payload.is_return === true ? t('notices.returnOffered', facts) : t('notices.refundOffered', facts),
    t('notices.refundOfferedHint'),
  ]),
  order_ship_soon: ofOrder((facts, _, { t }) => [
    t('notices.orderShipSoon', facts),
    t('notices.orderShipSoonHint', facts),
  ]),
  order_check_soon: ofOrder((facts, _, { t }) => [
    t('notices.orderCheckSoon', facts),
    t('notices.orderCheckSoonHint', facts),
  ]),
  dispute_question: ofOrder((facts, payload, { t }) => [
    t('notices.orderQuestion', facts),
    textIn(payload, 'statement'),
  ]),
  shared_card: (payload, { t }) => ({
    title: t('notices.sharedCard', { count: numberIn(payload, 'count') ?? 1 }),
    line: t('notices.sharedCardHint', { order: String(numberIn(payload, 'order_number') ?? '') }),
    path: paths.adminTab('people'),
  }),
  books_differ: (payload, { t }) => ({
    title: t('notices.booksDiffer', { count: numberIn(payload, 'count') ?? 1 }),
    line: t('notices.booksDifferHint'),
    path: paths.admin,
  }),
  payout_sent: (payload, reader) => ({
    title: reader.t('notices.payoutSent', factsOf(payload, reader)),
    line: about(payload, reader),
    path: paths.balance,
  }),
  payout_returned: (payload, reader) => ({
    title: reader.t('notices.payoutReturned', factsOf(payload, reader)),
    line: reader.t('notices.payoutReturnedHint'),
    path: paths.balance,
  }),
}
