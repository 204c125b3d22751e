import type { TransactionSql } from 'souk-backend/postgres'
import { type DemoConversation, type DemoData, type DemoMessage, demoId, hoursAgo } from './demo-data.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4
const OFFER_LIFE_MS = 48 * HOUR_MS
const RESERVE_MS = 72 * HOUR_MS
/** How long the demo's deals stay open after seeding. */
const LEAST_RESERVE_MS = 12 * HOUR_MS

/** The time of each message. */
export type SaidAt = (talk: DemoConversation) => ReadonlyMap<DemoMessage, Date>

/** Offers and deals behind the cards of the chats; all of their users are marked as demo. */
export async function insertDeals(sql: TransactionSql, data: DemoData, now: Date, saidAt: SaidAt): Promise<void> {
  const titles = new Map(data.listings.map((listing) => [listing.id, listing.title]))
  const offers = data.conversations.flatMap((talk) => offersOf(talk, saidAt(talk), now))
  await sql`
    insert into public.offers (id, conversation_id, listing_id, from_id, by_role, amount_minor, currency, state, counters_id, client_id,
      expires_at, created_at, changed_at)
    select id, conversation_id, listing_id, from_id, by_role, amount_minor, currency, state, counters_id, client_id,
      expires_at, created_at, changed_at
    from jsonb_populate_recordset(null::public.offers, ${sql.json(offers)})
    order by created_at`
  const deals = data.conversations.flatMap((talk) => dealOf(talk, saidAt(talk), now, titles.get(talk.listing) ?? ''))
  await sql`
    insert into public.deals (id, listing_id, conversation_id, offer_id, buyer_id, seller_id, amount_minor, currency, item_title, mode,
      state, meet_at, meet_place, proposed_by, proposed_at, proposed_place, carrier, tracking_number, reserved_until, handed_over_at,
      ended_at, ended_by, end_reason, no_show_by, created_at, changed_at)
    select id, listing_id, conversation_id, offer_id, buyer_id, seller_id, amount_minor, currency, item_title, mode,
      state, meet_at, meet_place, proposed_by, proposed_at, proposed_place, carrier, tracking_number, reserved_until, handed_over_at,
      ended_at, ended_by, end_reason, no_show_by, created_at, changed_at
    from jsonb_populate_recordset(null::public.deals, ${sql.json(deals)})`
}

function offersOf(talk: DemoConversation, times: ReadonlyMap<DemoMessage, Date>, now: Date) {
  const said = talk.messages.filter(({ kind }) => kind === 'offer')
  return said.map((message, place) => {
    const before = said[place - 1]
    const createdAt = timeOf(times, message)
    const expiresAt = new Date(createdAt.getTime() + OFFER_LIFE_MS)
    const isOver = message.offer_state === 'pending' && expiresAt <= now
    return {
      id: demoId(message.id),
      conversation_id: demoId(talk.id),
      listing_id: demoId(talk.listing),
      from_id: demoId(message.from === 'buyer' ? talk.buyer : talk.seller),
      by_role: message.from,
      amount_minor: message.amount_minor ?? 0,
      currency: 'EUR',
      state: isOver ? 'expired' : (message.offer_state ?? 'pending'),
      counters_id: before?.offer_state === 'countered' ? demoId(before.id) : null,
      client_id: demoId(message.id),
      expires_at: expiresAt.toISOString(),
      created_at: createdAt.toISOString(),
      changed_at: createdAt.toISOString(),
    }
  })
}

function dealOf(talk: DemoConversation, times: ReadonlyMap<DemoMessage, Date>, now: Date, title: string) {
  const accepted = talk.messages.find((message) => message.offer_state === 'accepted')
  if (!accepted) return []
  const answer = talk.messages.find((message) => message.body === 'offer_accepted') ?? accepted
  const agreedAt = timeOf(times, answer)
  const meetup = meetupOf(talk, times, now)
  const changed = talk.messages.findLast(({ body, kind }) => kind === 'system' && body?.startsWith('deal_'))
  const reservedUntil = Math.max(
    agreedAt.getTime() + RESERVE_MS,
    now.getTime() + LEAST_RESERVE_MS,
    meetup.meet_at ? Date.parse(meetup.meet_at) + 24 * HOUR_MS : 0,
  )
  return [
    {
      id: dealId(talk),
      listing_id: demoId(talk.listing),
      conversation_id: demoId(talk.id),
      offer_id: demoId(accepted.id),
      buyer_id: demoId(talk.buyer),
      seller_id: demoId(talk.seller),
      amount_minor: accepted.amount_minor ?? 0,
      currency: 'EUR',
      item_title: title,
      mode: talk.deal?.mode ?? 'meetup',
      state: talk.deal?.state ?? (meetup.meet_at ? 'scheduled' : 'agreed'),
      ...meetup,
      ...shippingOf(talk, times),
      ...endOf(talk, now),
      reserved_until: new Date(reservedUntil).toISOString(),
      created_at: agreedAt.toISOString(),
      changed_at: (changed ? timeOf(times, changed) : agreedAt).toISOString(),
    },
  ]
}

/** The agreed or proposed time and place. */
function meetupOf(talk: DemoConversation, times: ReadonlyMap<DemoMessage, Date>, now: Date) {
  const none = { meet_at: null, meet_place: null, proposed_by: null, proposed_at: null, proposed_place: null }
  const meetup = talk.messages.find((message) => message.kind === 'meetup')
  const at = meetup && meetupTime(talk, meetup, timeOf(times, meetup), now)
  if (!meetup || !at) return none
  const place = meetup.place_text ?? ''
  if (meetup.meetup_state !== 'proposed') return { ...none, meet_at: at.toISOString(), meet_place: place }
  const proposedBy = demoId(meetup.from === 'buyer' ? talk.buyer : talk.seller)
  return { ...none, proposed_by: proposedBy, proposed_at: at.toISOString(), proposed_place: place }
}

function shippingOf(talk: DemoConversation, times: ReadonlyMap<DemoMessage, Date>) {
  const sent = talk.messages.find(({ body }) => body === 'deal_shipped')
  return {
    carrier: talk.deal?.carrier ?? null,
    tracking_number: talk.deal?.tracking_number ?? null,
    handed_over_at: sent ? timeOf(times, sent).toISOString() : null,
  }
}

function endOf({ deal, buyer, seller }: DemoConversation, now: Date) {
  const isSeller = deal?.by === 'seller'
  return {
    ended_at: deal?.ended_hours_ago === undefined ? null : hoursAgo(deal.ended_hours_ago, now),
    ended_by: deal?.by ? demoId(isSeller ? seller : buyer) : null,
    end_reason: deal?.reason ?? null,
    no_show_by: deal?.state === 'no_show' ? demoId(isSeller ? buyer : seller) : null,
  }
}

/** The id of the deal of a conversation. */
export function dealId(talk: Pick<DemoConversation, 'id'>): string {
  return demoId(`${talk.id}-deal`)
}

/** What the card of a meet-up shows: the one of a deal, or plain text without a deal. */
export function meetupPayload(
  talk: DemoConversation,
  message: DemoMessage,
  saidAt: Date,
  now: Date,
): Record<string, string | null> {
  const meetAt = meetupTime(talk, message, saidAt, now)
  if (meetAt && talk.messages.some(({ offer_state }) => offer_state === 'accepted')) {
    return { deal_id: dealId(talk), meet_at: meetAt.toISOString(), place: message.place_text ?? '' }
  }
  return {
    when_text: message.when_text ?? null,
    place_text: message.place_text ?? null,
    state: message.meetup_state ?? 'proposed',
  }
}

/** Day names as used in the chats, from Sunday. */
const DAYS = [
  /sunday|domingo|sonntag/i,
  /monday/i,
  /tuesday/i,
  /wednesday/i,
  /thursday/i,
  /friday|freitag/i,
  /saturday/i,
]

/**
 * "18:30 today", "Saturday 11:00", "Freitag 18:00" as a future time, on a later day if it has passed; null if invalid. For a deal that ended there,
 * fifteen minutes earlier.
 */
function meetupTime(
  { deal }: DemoConversation,
  { when_text: when = '' }: DemoMessage,
  saidAt: Date,
  now: Date,
): Date | null {
  if (deal?.ended_hours_ago !== undefined) {
    const quarters = Math.floor((now.getTime() - deal.ended_hours_ago * HOUR_MS) / QUARTER_MS)
    return new Date((quarters - 1) * QUARTER_MS)
  }
  const [, hours, minutes] = /(\d{1,2}):(\d{2})/.exec(when) ?? []
  if (!hours || !minutes) return null
  const weekday = DAYS.findIndex((day) => day.test(when))
  const ahead =
    weekday >= 0 ? (weekday - saidAt.getDay() + 7) % 7 : /tomorrow/i.test(when) ? 1 : /today/i.test(when) ? 0 : null
  if (ahead === null) return null
  const moment = new Date(saidAt)
  moment.setDate(moment.getDate() + ahead)
  moment.setHours(Number(hours), Number(minutes), 0, 0)
  // A day ahead, or a week if the chat names a weekday.
  while (moment <= now) moment.setDate(moment.getDate() + (weekday >= 0 ? 7 : 1))
  return moment
}

function timeOf(times: ReadonlyMap<DemoMessage, Date>, message: DemoMessage): Date {
  const time = times.get(message)
  if (!time) throw new Error(`The demo chats hold no message ${message.id}`)
  return time
}
