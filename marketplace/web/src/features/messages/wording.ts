import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'
import { formatMoney, formatTime } from '../../ui/format.ts'
import { formatAppointment, formatDayName } from '../../ui/format-dates.ts'
import { type Conversation, dealOf, type Message } from './types.ts'

const SYSTEM_LINES: Record<string, string> = {
  offer_accepted: t('messages.event.offerAccepted'),
  offer_declined: t('messages.event.offerDeclined'),
  offer_withdrawn: t('messages.event.offerWithdrawn'),
  offer_expired: t('messages.event.offerExpired'),
  meetup_confirmed: t('messages.event.meetupConfirmed'),
  deal_shipped: t('messages.event.parcelSent'),
  deal_ships: t('messages.event.sentInstead'),
  deal_completed: t('messages.event.dealDone'),
  deal_cancelled: t('messages.event.dealCalledOff'),
  deal_ran_out: t('messages.event.dealExpired'),
  deal_no_show: t('messages.event.meetupMissed'),
  order_paid: t('messages.event.orderPaid'),
  order_shipped: t('messages.event.parcelSent'),
  order_delivered: t('messages.event.orderDelivered'),
  order_completed: t('messages.event.orderCompleted'),
  order_cancelled: t('messages.event.orderCancelled'),
  order_not_shipped: t('messages.event.orderNotShipped'),
  order_lost: t('messages.event.orderLost'),
  order_disputed: t('messages.event.orderDisputed'),
  order_escalated: t('messages.event.orderEscalated'),
  order_returning: t('messages.event.orderReturning'),
  order_sent_back: t('messages.event.orderSentBack'),
  order_settled: t('messages.event.orderSettled'),
  order_refunded: t('messages.event.orderRefunded'),
  order_charged_back: t('messages.event.orderChargedBack'),
  listing_reserved: t('messages.event.adReserved'),
  listing_sold: t('messages.event.adSold'),
  listing_paused: t('messages.event.adPaused'),
  listing_expired: t('messages.event.adExpired'),
  listing_hidden: t('messages.event.adHidden'),
  listing_deleted: t('messages.event.adRemoved'),
  listing_active: t('common.adOnOfferAgain'),
}

/** The text of a system message. */
export function systemLine({ body, payload }: Pick<Message, 'body' | 'payload'>): string {
  if (body === 'listing_price_changed') {
    const { to_minor, currency } = payload
    return typeof to_minor === 'number'
      ? t('messages.event.priceIsNow', { amount: formatMoney(to_minor, String(currency ?? config.currency)) })
      : t('messages.event.priceChanged')
  }
  if (body === 'listing_reserved_for') return t('messages.event.reservedFor', { name: String(payload.name) })
  if (body === 'listing_sold_to') return t('messages.event.soldTo', { name: String(payload.name) })
  if ((body === 'deal_shipped' || body === 'order_shipped') && payload.carrier)
    return t('messages.event.parcelTracked', {
      carrier: String(payload.carrier),
      trackingNumber: String(payload.tracking_number),
    })
  return SYSTEM_LINES[body ?? ''] ?? t('messages.event.adChanged')
}

/** "Today", "Yesterday", or the weekday and date. */
export function dayName(date: Date, now = new Date()): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (days === 0) return t('app.today')
  if (days === 1) return t('common.yesterday')
  return formatDayName(date)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

export type Progress = 'sent' | 'delivered' | 'read'

/** The progress of the user's own message; "read" only if both have read receipts on. */
export function progressOf(
  { read_at, delivered_at, created_at }: Pick<Message, 'read_at' | 'delivered_at' | 'created_at'>,
  showsReceipts = true,
): { is: Progress; text: string } {
  if (read_at && showsReceipts) return { is: 'read', text: t('messages.readAt', { time: formatTime(read_at) }) }
  const time = formatTime(created_at)
  return delivered_at
    ? { is: 'delivered', text: t('messages.deliveredAt', { time }) }
    : { is: 'sent', text: t('messages.sentAt', { time }) }
}

/** The preview of a conversation's last message: its text, or what kind of message it is. */
export function previewOf(
  conversation: Pick<Conversation, 'last_message_body' | 'last_message_hint' | 'last_sender_id'>,
  myId: string,
): string {
  const { last_message_body: words, last_message_hint: hint, last_sender_id: senderId } = conversation
  const isMine = senderId === myId
  const by = (said: string) => (isMine ? t('messages.youSaid', { said }) : said)
  if (hint === 'deleted') return isMine ? t('messages.youDeletedOne') : t('messages.messageDeleted')
  if (hint === 'warned') return isMine ? t('messages.youWrote') : t('messages.openWithCare')
  if (hint === 'meetup') return by(words ? t('messages.meetupAt', { place: words }) : t('common.meetUp'))
  if (hint === 'offer') return by(offerPreview(words))
  if (hint && hint !== 'photo') return systemLine({ body: hint, payload: {} })
  if (words) return by(words)
  return senderId === null ? t('messages.notDeliveredYet') : by(t('common.photo'))
}

/** Last messages that the badge of an offer or a deal already says. */
const SAID_BY_BADGES = new Set([
  'offer',
  'offer_accepted',
  'meetup_confirmed',
  'deal_shipped',
  'deal_completed',
  'order_paid',
  'order_shipped',
  'order_delivered',
  'order_completed',
  'order_cancelled',
  'order_refunded',
])

/** Whether the preview of the last message would repeat the badge. */
export function isSaidByBadge(
  { listing, last_message_hint: hint }: Pick<Conversation, 'listing' | 'last_message_hint'>,
  badge: WordBadge | null,
): boolean {
  const isOfDeal = badge !== null && badge !== STATE_BADGES[listing?.state ?? '']
  return isOfDeal && SAID_BY_BADGES.has(hint ?? '')
}

/** Parses the amount of an offer without text, such as "2400 EUR". */
function offerPreview(amount: string): string {
  const [minor, currency] = amount.split(' ')
  if (minor === '0') return t('messages.wantsIt')
  return t('common.offerAmount', { amount: formatMoney(Number(minor), currency) })
}

/**
 * What a screen reader announces for the newest message. Text with a warning is left out: what is covered on the screen must not be read
 * out.
 */
export function announcementOf(messages: readonly Message[] | undefined, myId: string, otherName: string): string {
  const last = messages?.at(-1)
  if (!last || last.deleted_at) return ''
  if (last.kind === 'system') return systemLine(last)
  if (last.sender_id === myId) return ''
  if (last.notice) return t('messages.sentWithWarning', { otherName })
  if (last.kind === 'offer') {
    const { amount_minor, currency } = last.payload
    if (amount_minor === 0) return t('messages.wouldLikeIt', { otherName })
    return t('messages.offersAmount', {
      otherName,
      amount: formatMoney(Number(amount_minor ?? 0), String(currency ?? config.currency)),
    })
  }
  if (last.kind === 'meetup') return t('messages.proposesMeetup', { otherName })
  if (last.kind === 'image') return t('messages.sentPhoto', { otherName })
  return `${otherName}: ${last.body}`
}

/** "usually replies in 20 min", or null while too little is known. */
export function replyTime(minutes: number | null): string | null {
  if (minutes === null) return null
  if (minutes < 60) return t('messages.repliesInMinutes', { count: Math.max(minutes, 1) })
  if (minutes < 24 * 60) return t('messages.repliesInHours', { count: Math.round(minutes / 60) })
  return t('messages.repliesInDays')
}

export interface WordBadge {
  tone: BadgeTone
  label: string
}

/** The most important status of a conversation, in a word or two; null without any. */
export function badgeOf(
  { listing, offers, deals }: Pick<Conversation, 'listing' | 'offers' | 'deals'>,
  now: Date = new Date(),
): WordBadge | null {
  const deal = dealOf({ listing, deals })
  const paid = deal?.orders.find(({ paid_at }) => paid_at !== null)
  if (paid && ORDER_BADGES[paid.state] && !(paid.state === 'paid' && deal?.meet_at))
    return ORDER_BADGES[paid.state] ?? null
  if (deal?.state === 'completed') return { tone: 'info', label: t('messages.completed') }
  if (deal?.state === 'handed_over') return { tone: 'info', label: t('common.onItsWay') }
  if (deal?.meet_at)
    return {
      tone: 'success',
      label: t('messages.meetWhen', { when: lowerFirst(formatAppointment(deal.meet_at, now)) }),
    }
  if (deal) return { tone: 'success', label: t('common.dealAgreed') }
  const [offer] = offers
  if (offer && Date.parse(offer.expires_at) > now.getTime()) {
    if (offer.amount_minor === 0) return { tone: 'offer', label: t('messages.askedFor') }
    return {
      tone: 'offer',
      label: t('common.offerAmount', { amount: formatMoney(offer.amount_minor, offer.currency) }),
    }
  }
  return STATE_BADGES[listing?.state ?? ''] ?? null
}

/** Lowercases "Today, 18:30" for use inside a sentence; day names stay capitalised. */
function lowerFirst(text: string): string {
  const isNamed = text.startsWith(t('app.today')) || text.startsWith(t('app.tomorrow'))
  return isNamed ? text.charAt(0).toLowerCase() + text.slice(1).replace(',', '') : text
}

/** A deal paid for here shows the state of its order. */
const ORDER_BADGES: Readonly<Record<string, WordBadge>> = {
  paid: { tone: 'success', label: t('common.paid') },
  shipped: { tone: 'info', label: t('common.onItsWay') },
  delivered: { tone: 'info', label: t('common.delivered') },
  disputed: { tone: 'offer', label: t('messages.order.problem') },
  returning: { tone: 'offer', label: t('messages.order.return') },
}

const STATE_BADGES: Readonly<Record<string, WordBadge>> = {
  reserved: { tone: 'neutral', label: t('ads.reserved') },
  sold: { tone: 'info', label: t('ads.sold') },
  paused: { tone: 'danger', label: t('common.paused') },
  expired: { tone: 'neutral', label: t('common.expired') },
  deleted: { tone: 'neutral', label: t('common.removed') },
  hidden: { tone: 'danger', label: t('common.hidden') },
}
