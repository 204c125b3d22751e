import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Market } from '../harness/market.ts'
import { publishAd } from '../harness/people.ts'

export interface Talk {
  readonly id: string
  readonly buyer: string
  readonly seller: string
}

/** The unmodified client of a signed-in user. */
export async function clientOf({ url, publishableKey, tokenOf }: Market, id: string): Promise<SupabaseClient> {
  const token = await tokenOf(id)
  return createClient(url, publishableKey, { accessToken: async () => token })
}

/** Users of the market past the limits of new accounts. @returns their ids */
async function somePeople({ sql }: Market, count: number): Promise<string[]> {
  const people = await sql<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select id, id || '@example.com', now(), '{"first_name": "Ada", "last_name": "Bench"}'
    from (select gen_random_uuid() as id from generate_series(1, ${count})) as given
    returning id`
  const ids = people.map(({ id }) => id)
  await sql`update public.profiles set trust_level = 2 where id = any (${ids})`
  return ids
}

/** Creates `count` open conversations, each with a different buyer; each seller has ten of them. */
export async function someTalks(market: Market, count: number): Promise<Talk[]> {
  const buyers = await somePeople(market, count)
  const sellers = await somePeople(market, Math.ceil(count / 10))
  const ads: string[] = []
  for (const seller of sellers) {
    ads.push(await publishAd({ client: await clientOf(market, seller) }, 'Wanted: a desk for two people'))
  }
  const rows = buyers.map((buyer, n) => {
    const place = n % sellers.length
    return { id: randomUUID(), listing_id: ads[place] ?? '', buyer_id: buyer, seller_id: sellers[place] ?? '' }
  })
  await market.sql`insert into public.conversations ${market.sql(rows)}`
  return rows.map(({ id, buyer_id: buyer, seller_id: seller }) => ({ id, buyer, seller }))
}

const BUYERS = 100

/**
 * A busy seller: a hundred ads with a hundred interested buyers each, three messages in each conversation. A tenth is archived, every
 * twentieth is unread. @returns the seller's id
 */
export async function aFullInbox(market: Market, conversations: number): Promise<string> {
  const [seller = ''] = await somePeople(market, 1)
  const buyers = await somePeople(market, BUYERS)
  const ad = await publishAd({ client: await clientOf(market, seller) }, 'Wanted: a desk for two people')
  await market.sql.begin(async (sql) => {
    // Skips the triggers, which would send notifications one by one.
    await sql`set local session_replication_role = 'replica'`
    await sql`
      insert into public.listings overriding system value
      select (jsonb_populate_record(ad, jsonb_build_object('id', gen_random_uuid(), 'ad_no', 1000000 + n))).*
      from public.listings ad, generate_series(2, ${Math.ceil(conversations / BUYERS)}) as n where ad.id = ${ad}`
    await sql`
      insert into public.conversations (listing_id, buyer_id, seller_id, last_message_at, last_message_body, last_sender_id,
        seller_unread, seller_archived_at, created_at)
      select ad.id, buyer.id, ${seller}, now() - n * interval '1 minute', 'Is it still there? ' || n, buyer.id,
        (n % 20 = 0)::int, case when n % 10 = 1 then now() end, now() - n * interval '1 minute'
      from (select id, row_number() over (order by id) as a from public.listings where seller_id = ${seller}) as ad
      cross join unnest(${buyers}::uuid[]) with ordinality as buyer (id, b)
      cross join lateral (select (ad.a - 1) * ${BUYERS} + buyer.b as n) as counted
      where n <= ${conversations}`
    await sql`
      insert into public.messages (conversation_id, sender_id, body, created_at)
      select talk.id, case when n = 2 then talk.seller_id else talk.buyer_id end, 'Line ' || n, talk.last_message_at - (3 - n) * interval '10 seconds'
      from public.conversations talk, generate_series(1, 3) as n where talk.seller_id = ${seller}`
  })
  await market.sql`analyze public.conversations, public.messages, public.listings`
  return seller
}

/** In a conversation of `aCrowd`. */
const LINES = 20
const CROWD_ADS = 2_000
const CROWD_SELLERS = 1_000

/**
 * Conversations of other people with 20 messages each over two years, stored in order of time, so that the rows of one conversation are spread over
 * the table. @returns 200 of them
 */
export async function aCrowd(market: Market, messages: number): Promise<Talk[]> {
  const conversations = Math.ceil(messages / LINES)
  const sellers = await somePeople(market, CROWD_SELLERS)
  const buyers = await somePeople(market, Math.ceil(conversations / CROWD_ADS))
  const ad = await publishAd({ client: await clientOf(market, sellers[0] ?? '') }, 'Wanted: a desk for two people')
  await market.sql.begin(async (sql) => {
    await sql`set local session_replication_role = 'replica'`
    await sql`
      insert into public.listings overriding system value
      select (jsonb_populate_record(ad,
        jsonb_build_object('id', gen_random_uuid(), 'ad_no', 2000000 + n, 'seller_id', (${sellers}::uuid[])[1 + n % ${CROWD_SELLERS}]))).*
      from public.listings ad, generate_series(1, ${CROWD_ADS}) as n where ad.id = ${ad}`
    await sql`
      create temporary table crowd on commit drop as
      select gen_random_uuid() as id, ad.id as listing_id, buyer.id as buyer_id, ad.seller_id,
        now() - interval '2 years' + random() * interval '1 month' as opened_at
      from (select id, seller_id from public.listings where ad_no > 2000000) as ad
      cross join unnest(${buyers}::uuid[]) as buyer (id) limit ${conversations}`
    await sql`
      insert into public.conversations (id, listing_id, buyer_id, seller_id, last_message_at, last_message_body, last_sender_id, created_at)
      select id, listing_id, buyer_id, seller_id, opened_at + ${LINES} * interval '1 month', 'Line ${sql.unsafe(String(LINES))}', seller_id, opened_at from crowd`
    for (let line = 1; line <= LINES; line++) {
      await sql`
        insert into public.messages (conversation_id, sender_id, body, created_at, read_at)
        select id, case when ${line % 2} = 1 then buyer_id else seller_id end, 'Line ' || ${line}::int || ' about the desk and when to fetch it, ' || id,
          opened_at + ${line} * interval '1 month', opened_at + ${line} * interval '1 month' + interval '1 hour'
        from crowd`
    }
  })
  await market.sql`vacuum analyze public.conversations, public.messages, public.listings`
  return market.sql<Talk[]>`
    select id, buyer_id as buyer, seller_id as seller from public.conversations
    where buyer_id = any (${buyers}) order by md5(id::text) limit 200`
}
