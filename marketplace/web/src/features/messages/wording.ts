import { config } from '../../app/config.ts'
import { t } from '../../i18n/t.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'
import { formatAppointment, formatDayName, formatMoney, formatTime } from '../../ui/format.ts'
import type { Conversation, Message } from './types.ts'

const SYSTEM_LINES: Record<string, string> = {
  offer_accepted: t('The offer was accepted.'),
  offer_declined: t('The offer was declined.'),
  offer_withdrawn: t('The offer was withdrawn.'),
  offer_expired: t('The offer ran out after 48 hours.'),
  meetup_confirmed: t('The meet-up is confirmed.'),
  deal_ships: t('It will be sent instead of handed over.'),
  deal_completed: t('The deal is done.'),
  deal_cancelled: t('The deal was called off.'),
  deal_ran_out: t('The 72 hours ran out, so the deal is off.'),
  deal_no_show: t('The meet-up did not happen.'),
  listing_reserved: t('The ad is now reserved.'),
  listing_sold: t('The ad is now sold.'),
  listing_paused: t('The seller paused the ad.'),
  listing_expired: t('The ad has expired.'),
  listing_hidden: t('The ad was hidden by moderation.'),
  listing_deleted: t('The seller removed the ad.'),
  listing_active: t('The ad is on offer again.'),
}

/** What a system message says, in words. */
export function systemLine({ body, payload }: Pick<Message, 'body' | 'payload'>): string {
  if (body === 'listing_price_changed') {
    const { to_minor, currency } = payload
    return typeof to_minor === 'number'
      ? t('The price is now {amount}.', { amount: formatMoney(to_minor, String(currency ?? config.currency)) })
      : t('The price changed.')
  }
  if (body === 'deal_shipped')
    return t('The parcel is on its way: {carrier}, {trackingNumber}.', {
      carrier: String(payload.carrier),
      trackingNumber: String(payload.tracking_number),
    })
  return SYSTEM_LINES[body ?? ''] ?? t('Something about the ad changed.')
}

/** "Today", "Yesterday", or the day's name and date. */
export function dayName(date: Date, now = new Date()): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (days === 0) return t('Today')
  if (days === 1) return t('Yesterday')
  return formatDayName(date)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** How far a message of mine has come; whether it was read only where both want that to be seen. */
export function progressOf(
  { read_at, delivered_at, created_at }: Pick<Message, 'read_at' | 'delivered_at' | 'created_at'>,
  showsReceipts = true,
): string {
  if (read_at && showsReceipts) return t('Read {time}', { time: formatTime(read_at) })
  const time = formatTime(created_at)
  return delivered_at ? t('Delivered {time}', { time }) : t('Sent {time}', { time })
}

/** The last message of a conversation as its row has it: its words, or what it is. */
export function previewOf(
  conversation: Pick<Conversation, 'last_message_body' | 'last_message_hint' | 'last_sender_id'>,
  myId: string,
): string {
  const { last_message_body: words, last_message_hint: hint, last_sender_id: senderId } = conversation
  const isMine = senderId === myId
  if (words) return isMine ? t('You: {said}', { said: words }) : words
  if (hint === 'deleted') return isMine ? t('You deleted a message') : t('Message deleted')
  if (hint === 'warned') return isMine ? t('You wrote a message') : t('Open it with care')
  if (senderId === null) return t('Not delivered yet')
  return isMine ? t('You: {said}', { said: t('Photo') }) : t('Photo')
}

/** "usually replies in 20 min", or null while too little is known. */
export function replyTime(minutes: number | null): string | null {
  if (minutes === null) return null
  if (minutes < 60) return t('usually replies in {count} min', { count: Math.max(minutes, 1) })
  if (minutes < 24 * 60) return t('usually replies in {count} h', { count: Math.round(minutes / 60) })
  return t('usually replies within days')
}

export interface WordBadge {
  tone: BadgeTone
  label: string
}

/** What matters most about a conversation, in a word or two; null when nothing does. */
export function badgeOf(
  { listing, offers, deals }: Pick<Conversation, 'listing' | 'offers' | 'deals'>,
  now: Date = new Date(),
): WordBadge | null {
  const [deal] = deals
  if (deal?.state === 'handed_over') return { tone: 'info', label: t('On its way') }
  if (deal?.meet_at)
    return {
      tone: 'success',
      label: t('Meet {when}', { when: lowerFirst(formatAppointment(deal.meet_at, now)) }),
    }
  if (deal) return { tone: 'success', label: t('Deal agreed') }
  const [offer] = offers
  if (offer && Date.parse(offer.expires_at) > now.getTime()) {
    if (offer.amount_minor === 0) return { tone: 'offer', label: t('Asked for') }
    return { tone: 'offer', label: t('Offer {amount}', { amount: formatMoney(offer.amount_minor, offer.currency) }) }
  }
  return STATE_BADGES[listing?.state ?? ''] ?? null
}

/** "today, 18:30" goes on in a sentence; the name of a day stays as it is. */
function lowerFirst(text: string): string {
  const isNamed = text.startsWith(t('Today')) || text.startsWith(t('Tomorrow'))
  return isNamed ? text.charAt(0).toLowerCase() + text.slice(1).replace(',', '') : text
}

const STATE_BADGES: Readonly<Record<string, WordBadge>> = {
  reserved: { tone: 'neutral', label: t('Reserved') },
  sold: { tone: 'info', label: t('Sold') },
  paused: { tone: 'danger', label: t('Paused') },
  expired: { tone: 'neutral', label: t('Expired') },
  deleted: { tone: 'neutral', label: t('Removed') },
  hidden: { tone: 'danger', label: t('Hidden') },
}
