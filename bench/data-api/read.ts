import type { SupabaseClient } from '@supabase/supabase-js'
import { AD_COLUMNS } from '../../marketplace/contract/public-reads.ts'
import { byTurns, type Figure, rateFigure, ratePerSecond } from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import type { Market } from '../harness/market.ts'
import { captureCall, openDataPath } from './api-call.ts'

const IN_FLIGHT = 32
const SECONDS = 1
const ROUNDS = 7
/** After only a few thousand requests the server's code is not optimised yet: half as fast, measured. */
const WARM_UP_SECONDS = 4

/** One ad with its seller and photos over HTTP, against the same statement on our data path without HTTP. */
export async function readAd(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const id = await anAd(market)
  return againstDataPath(market, 'read one ad with seller and photos, HTTP', readAdCall(id))
}

/** The newest 24 ads of a category over HTTP, against the same statement on our data path without HTTP. */
export async function newestInCategory(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  return againstDataPath(market, 'newest 24 in a category, HTTP', newestCall(await fullestCategory(market)))
}

export function readAdCall(id: string): (client: SupabaseClient) => PromiseLike<unknown> {
  return (client) => client.from('listings').select(AD_COLUMNS).eq('id', id).single()
}

export function newestCall(category: string): (client: SupabaseClient) => PromiseLike<unknown> {
  return (client) =>
    client
      .from('listings')
      .select('id,title,price_minor,currency,price_type,condition,city,area,cover_path,photo_count,first_published_at')
      .eq('category', category)
      .eq('state', 'active')
      .order('first_published_at', { ascending: false })
      .order('id')
      .limit(24)
}

/** An active ad with photos. */
export async function anAd(market: Market): Promise<string> {
  const [row] = await market.sql<{ id: string }[]>`
    select id from public.listings where state = 'active' and photo_count > 0 order by photo_count desc, ad_no limit 1`
  if (!row) throw new Error('the demo market has no ad with photos')
  return row.id
}

export async function fullestCategory(market: Market): Promise<string> {
  const [row] = await market.sql<{ category: string }[]>`
    select category from public.listings where state = 'active' group by category order by count(*) desc, category limit 1`
  if (!row) throw new Error('the demo market has no ads')
  return row.category
}

async function againstDataPath(
  market: Market,
  name: string,
  request: (client: SupabaseClient) => PromiseLike<unknown>,
): Promise<Figure[]> {
  const captured = await captureCall(market, request)
  // A token bypasses the cache of anonymous reads, which would answer without the database.
  const headers = { ...captured.headers, authorization: `Bearer ${await market.anonymousToken()}` }
  const call = { ...captured, headers }
  const path = await openDataPath(market, captured)
  try {
    if ((await path.run()) < 100) throw new Error('the statement found nothing')
    await httpLoad(call, { connections: IN_FLIGHT, seconds: WARM_UP_SECONDS })
    const measured = await byTurns(
      {
        limit: () => ratePerSecond(IN_FLIGHT, SECONDS, path.run),
        ours: async () => (await httpLoad(call, { connections: IN_FLIGHT, seconds: SECONDS })).perSecond,
      },
      ROUNDS,
    )
    return [rateFigure({ name, unit: 'per second', ...measured, goal: '0.75' })]
  } finally {
    await path.close()
  }
}
