import type { TransactionSql } from 'souk-backend/postgres'
import { type DemoConversation, type DemoData, type DemoMessage, demoId, hoursAgo } from './demo-data.ts'
import { dealId, insertDeals, meetupPayload } from './demo-deals.ts'

/** A conversation unanswered for longer was at least read. */
const READ_AFTER_HOURS = 36

/** Conversations and messages up to now. Every message passes the same triggers as a user's. */
export async function insertConversations(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  const talks = data.conversations.map((talk) => ({
    id: demoId(talk.id),
    listing_id: demoId(talk.listing),
    buyer_id: demoId(talk.buyer),
    seller_id: demoId(talk.seller),
    state: talk.state,
    lock_reason: talk.lock ?? (talk.state === 'locked' ? 'moderation' : null),
    created_at: hoursAgo(talk.started_hours_ago, now),
    last_message_at: hoursAgo(talk.started_hours_ago, now),
  }))
  await sql`
    insert into public.conversations (id, listing_id, buyer_id, seller_id, state, lock_reason, created_at, last_message_at)
    select id, listing_id, buyer_id, seller_id, state, lock_reason, created_at, last_message_at
    from jsonb_populate_recordset(null::public.conversations, ${sql.json(talks)})`
  await insertDeals(sql, data, now, (talk) => timesOf(talk, now))
  await sql`
    insert into public.messages (id, conversation_id, sender_id, kind, body, payload, client_id, created_at)
    select id, conversation_id, sender_id, kind, body, payload, id, created_at
    from jsonb_populate_recordset(null::public.messages, ${sql.json(data.conversations.flatMap((talk) => messageRows(talk, now)))})
    order by created_at`
  const blocks = data.conversations.filter(({ lock }) => lock === 'blocked')
  for (const { seller, buyer, started_hours_ago } of blocks) {
    await sql`
      insert into public.blocks (blocker_id, blocked_id, created_at)
      values (${demoId(seller)}, ${demoId(buyer)}, ${hoursAgo(started_hours_ago / 2, now)})`
  }
  await markAnsweredAsRead(
    sql,
    talks.map((talk) => talk.id),
  )
}

function messageRows(talk: DemoConversation, now: Date) {
  return [...timesOf(talk, now)].map(([message, createdAt]) => ({
    id: demoId(message.id),
    conversation_id: demoId(talk.id),
    sender_id: demoId(message.from === 'buyer' ? talk.buyer : talk.seller),
    kind: message.kind,
    body: message.body,
    payload: payloadOf(talk, message, createdAt, now),
    created_at: createdAt.toISOString(),
  }))
}

/** The time of each message of a chat. */
function timesOf(talk: DemoConversation, now: Date): ReadonlyMap<DemoMessage, Date> {
  const startedAt = now.getTime() - talk.started_hours_ago * 3_600_000
  const minutes = talk.messages.reduce((sum, message) => sum + message.gap_min, 0)
  // A chat that would extend into the future is compressed.
  const pace = Math.min(1, (talk.started_hours_ago * 60 - 2) / Math.max(1, minutes))
  let elapsed = 0
  return new Map(
    talk.messages.map((message, place) => {
      elapsed += message.gap_min * pace
      return [message, new Date(startedAt + elapsed * 60_000 + place)]
    }),
  )
}

function payloadOf(
  talk: DemoConversation,
  message: DemoMessage,
  createdAt: Date,
  now: Date,
): Record<string, string | number | null> {
  switch (message.kind) {
    case 'offer':
      return {
        offer_id: demoId(message.id),
        amount_minor: message.amount_minor ?? null,
        currency: 'EUR',
        by_role: message.from,
      }
    case 'meetup':
      return meetupPayload(talk, message, createdAt, now)
    case 'system':
      return {
        ...(message.offer_ref ? { offer_id: demoId(message.offer_ref) } : {}),
        ...(message.meetup_ref ? { meetup_id: demoId(message.meetup_ref) } : {}),
        ...(message.body?.startsWith('deal_') ? { deal_id: dealId(talk) } : {}),
        ...(message.body === 'deal_shipped' ? parcelOf(talk) : {}),
      }
    default:
      return {}
  }
}

function parcelOf({ deal }: DemoConversation): Record<string, string> {
  return { carrier: deal?.carrier ?? '', tracking_number: deal?.tracking_number ?? '' }
}

/** A reply implies that earlier messages were read; the newest ones of others stay unread for a while. */
async function markAnsweredAsRead(sql: TransactionSql, talkIds: string[]): Promise<void> {
  await sql`
    update public.messages message set delivered_at = message.created_at + interval '20 seconds', read_at = message.created_at + interval '1 minute'
    where message.conversation_id = any(${talkIds}) and (
      message.created_at < now() - ${READ_AFTER_HOURS} * interval '1 hour'
      or exists (select from public.messages answer where answer.conversation_id = message.conversation_id
        and answer.sender_id <> message.sender_id and answer.created_at > message.created_at))`
  await sql`
    update public.conversations talk set
      buyer_unread = (select count(*) from public.messages message where message.conversation_id = talk.id
        and message.sender_id = talk.seller_id and message.read_at is null and message.kind <> 'system'),
      seller_unread = (select count(*) from public.messages message where message.conversation_id = talk.id
        and message.sender_id = talk.buyer_id and message.read_at is null and message.kind <> 'system')
    where talk.id = any(${talkIds})`
}

/** Reviews, each for a deal that its subject completed. */
export async function insertReviews(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  const reviews = data.reviews.map((review) => ({
    id: demoId(review.id),
    subject_id: demoId(review.subject),
    author_id: demoId(review.author),
    listing_id: review.listing ? demoId(review.listing) : null,
    item_title: review.item_title,
    rating: review.rating,
    tags: review.tags,
    body: review.text,
    reply: review.reply,
    state: review.state,
    deal_id: review.conversation ? dealId({ id: review.conversation }) : null,
    created_at: hoursAgo(review.days_ago * 24 + 3, now),
    published_at: review.state === 'published' ? hoursAgo(review.days_ago * 24 + 3, now) : null,
  }))
  await sql`
    insert into public.reviews (id, subject_id, author_id, listing_id, item_title, rating, tags, body, reply, state, deal_id, created_at,
      published_at)
    select id, subject_id, author_id, listing_id, item_title, rating, tags, body, reply, state, deal_id, created_at, published_at
    from jsonb_populate_recordset(null::public.reviews, ${sql.json(reviews)})`
  await sql`
    update public.sellers seller set sold_count = greatest(seller.sold_count, seller.rating_count)
    where seller.id = any(${data.sellers.map(({ id }) => demoId(id))})`
}

/** Each demo seller has saved a few ads of others, always the same ones. */
export async function insertFavorites(sql: TransactionSql, data: DemoData): Promise<void> {
  const onOffer = data.listings.filter(({ state }) => state === 'active' || state === 'reserved')
  const hearts = data.sellers.flatMap((seller, place) =>
    onOffer
      .filter((listing, index) => listing.seller !== seller.id && (index * 7 + place * 13) % 29 === 0)
      .map((listing) => ({ user_id: demoId(seller.id), listing_id: demoId(listing.id) })),
  )
  await sql`
    insert into public.favorites (user_id, listing_id)
    select user_id, listing_id from jsonb_populate_recordset(null::public.favorites, ${sql.json(hearts)})
    on conflict do nothing`
}
