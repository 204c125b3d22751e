import { jsonOf } from '../../../../contract/json-of.ts'
import { learnRefusals, reasonText } from '../../i18n/refusals.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { VERBS, type Verb } from './actions.ts'
import type { AdFigures, Figures } from './figures.ts'
import type { BulkAction, BulkResult, Sort } from './manage.ts'
import type { Dashboard, ListingState, MyListing } from './types.ts'

export async function readDashboard(): Promise<Dashboard> {
  const dashboard = jsonOf<Dashboard>(dataOf(await supabase.rpc('my_dashboard')))
  const todo = dashboard.todo.map(async (item) =>
    item.kind === 'decision' ? { ...item, title: (await reasonText(item.title)) ?? '' } : item,
  )
  return { ...dashboard, todo: await Promise.all(todo) }
}

export async function readFigures(): Promise<Figures> {
  return jsonOf<Figures>(dataOf(await supabase.rpc('my_figures')))
}

export async function readAdFigures(): Promise<ReadonlyMap<string, AdFigures>> {
  const rows: readonly AdFigures[] = dataOf(await supabase.rpc('my_listing_figures')) ?? []
  return new Map(rows.map((row) => [row.listing_id, row]))
}

const MY_LISTING =
  `id, title, price_minor, previous_price_minor, currency, price_type, quantity, state, state_reason, views_count,
saves_count, chats_count, cover_path, first_published_at, expires_at, sold_at, sold_price_minor, updated_at` as const

/** Which of the user's ads, and in which order. */
export interface Wanted {
  /** Of the title, in any order. */
  readonly words: string
  readonly state: ListingState | 'all'
  readonly sort: Sort
}

const ORDER: Record<Sort, [column: string, ascending: boolean]> = {
  changed: ['updated_at', false],
  newest: ['first_published_at', false],
  views: ['views_count', false],
  ends: ['ends_at', true],
  price: ['price_minor', false],
  title: ['title', true],
}

/** One page of the user's ads. */
export async function readMyListings(wanted: Wanted, from: number, most: number): Promise<MyListing[]> {
  const [column, ascending] = ORDER[wanted.sort]
  let asked = supabase.rpc('find_my_listings', { words: wanted.words }).select(MY_LISTING)
  if (wanted.state !== 'all') asked = asked.eq('state', wanted.state)
  const answer = await asked
    .order(column, { ascending, nullsFirst: false })
    .order('id')
    .range(from, from + most - 1)
  const ads = dataOf(answer) as MyListing[]
  return Promise.all(ads.map(async (ad) => ({ ...ad, state_reason: await reasonText(ad.state_reason) })))
}

export async function changeListing(verb: Verb, listingId: string): Promise<void> {
  dataOf(await supabase.rpc(VERBS[verb], { listing_id: listingId }))
}

/** Changes up to 50 ads. @returns the outcome for each */
export async function changeListings(ids: readonly string[], { verb, percent }: BulkAction): Promise<BulkResult[]> {
  const action = { ids: [...ids], verb, ...(percent === undefined ? {} : { percent }) }
  const [answer] = await Promise.all([supabase.rpc('bulk_change_listings', action), learnRefusals()])
  return jsonOf<BulkResult[]>(dataOf(answer))
}

export interface Sale {
  listingId: string
  /** Sale price in minor units; null if not disclosed. */
  priceMinor: number | null
  channel: 'here' | 'elsewhere' | 'withdrawn'
  /** Whether the price joins the anonymous price guide. */
  sharesPrice: boolean
}

export async function markSold({ listingId, priceMinor, channel, sharesPrice }: Sale): Promise<void> {
  const answer = await supabase.rpc('mark_listing_sold', {
    listing_id: listingId,
    price_minor: priceMinor ?? undefined,
    channel,
  })
  dataOf(answer)
  if (sharesPrice) dataOf(await supabase.rpc('share_sold_price', { listing_id: listingId, share: true }))
}
