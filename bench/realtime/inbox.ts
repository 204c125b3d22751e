import type { SupabaseClient } from '@supabase/supabase-js'
import { costFigure, type Figure, percentile, timeEach } from '../figure.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { aFullInbox, clientOf } from './talks.ts'

const CONVERSATIONS = 10_000
const PAGE = 20
const RUNS = 150

/** The query of the page (marketplace/web/src/features/messages/api.ts). */
const PERSON =
  'id,display_name,avatar_path,phone_verified,rating_average,rating_count,sold_count,response_minutes,joined_at,left_at'
const CONVERSATION = `id,listing_id,buyer_id,seller_id,state,lock_reason,last_message_at,last_message_body,last_message_hint,last_sender_id,
buyer_unread,seller_unread,buyer_archived_at,seller_archived_at,
listing:listings(id,type,title,price_minor,previous_price_minor,currency,price_type,state,cover_path),
buyer:sellers!conversations_buyer_id_fkey(${PERSON}),seller:sellers!conversations_seller_id_fkey(${PERSON}),
offers(amount_minor,currency,expires_at),deals(amount_minor,currency,state,meet_at)`

/** The conversation list of a user with ten thousand conversations, over HTTP with the official client. */
export async function inbox(): Promise<Figure[]> {
  const market = await openMarket({ demo: false })
  try {
    const seller = await aFullInbox(market, CONVERSATIONS)
    return await measure(market, await clientOf(market, seller), seller)
  } finally {
    await market.close()
  }
}

/** A page of conversations of a user with at least one page of them. */
export async function readInbox(
  client: SupabaseClient,
  box: 'inbox' | 'archived',
  place: { before: string; before_id: string } | null,
): Promise<void> {
  const { data, error } = await client
    .rpc('my_conversations', { box, lim: PAGE, ...place })
    .select(CONVERSATION)
    .eq('offers.state', 'pending')
    .in('deals.state', ['agreed', 'scheduled', 'handed_over'])
    .order('last_message_at', { ascending: false })
    .order('id', { ascending: false })
  if (error) throw error
  if (!Array.isArray(data) || data.length !== PAGE)
    throw new Error(`not a page of conversations: ${JSON.stringify(data)}`)
}

async function measure({ sql }: Market, client: SupabaseClient, seller: string): Promise<Figure[]> {
  const [middle = null] = await sql<{ before: string; before_id: string }[]>`
    select last_message_at::text as before, id as before_id from public.conversations where seller_id = ${seller}
    order by last_message_at desc offset ${CONVERSATIONS / 2} limit 1`
  const unread = async () => {
    const { error } = await client.rpc('unread_total')
    if (error) throw error
  }
  const figures: Figure[] = []
  for (const [name, run, goal] of [
    ['first page', () => readInbox(client, 'inbox', null), '50 ms'],
    ['page in the middle', () => readInbox(client, 'inbox', middle), '50 ms'],
    ['archive', () => readInbox(client, 'archived', null), '50 ms'],
    ['unread badge', unread, '50 ms'],
  ] as const) {
    const samples = await timeEach(RUNS, run)
    figures.push(
      costFigure({
        name: `inbox of ${CONVERSATIONS}, ${name}, p50`,
        unit: 'ms',
        ours: percentile(samples, 0.5),
        goal: '-',
      }),
      costFigure({
        name: `inbox of ${CONVERSATIONS}, ${name}, p95`,
        unit: 'ms',
        ours: percentile(samples, 0.95),
        goal,
      }),
    )
  }
  return figures
}
