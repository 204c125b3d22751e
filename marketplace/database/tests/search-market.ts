import type { ListingSearch, SearchAnswer } from '../../contract/search/search.ts'
import type { Market } from './database.ts'

/** What `search_listings` answers a visitor. */
export async function search(
  { visitor }: Market,
  params: ListingSearch | Record<string, unknown>,
): Promise<SearchAnswer> {
  const [row] = await visitor.does(
    (sql) => sql<{ answer: SearchAnswer }[]>`
      select public.search_listings(${JSON.stringify(params)}::text::jsonb) as answer`,
  )
  if (!row) throw new Error('no answer')
  return row.answer
}

/** The ids of all pages, in order. */
export async function walk(market: Market, params: ListingSearch, between?: () => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: SearchAnswer = await search(market, { ...params, ...(cursor !== null && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
    if (cursor !== null) await between?.()
  } while (cursor !== null)
  return ids
}

/** An ad with all that a filter may ask about it. */
export interface Ad {
  readonly id: string
  readonly category: string
  readonly type: string
  readonly price_minor: number | null
  readonly condition: string | null
  readonly delivery: string
  readonly seller_id: string
  readonly seller_type: string
  readonly photo_count: number
  readonly lat: number | null
  readonly lng: number | null
  readonly age_days: number
  readonly published_at: string
  readonly words: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Field {
  readonly key: string
  readonly type: string
  readonly facet: boolean
}

/** The market as plain data: every ad on offer, each category with those above it (itself included), and its filterable fields. */
export interface Snapshot {
  /** Milliseconds, as the database's transaction has it. */
  readonly now: number
  readonly ads: readonly Ad[]
  readonly above: ReadonlyMap<string, readonly string[]>
  readonly fields: ReadonlyMap<string, readonly Field[]>
}

export async function snapshotOf({ owner }: Market): Promise<Snapshot> {
  const ads = await owner<Ad[]>`
    select ad.id, ad.category, ad.type, ad.price_minor, ad.condition, ad.delivery, ad.seller_id, seller.seller_type, ad.photo_count,
      ad.lat, ad.lng, extract(epoch from now() - ad.first_published_at)::float8 / 86400 as age_days,
      ad.first_published_at::text as published_at, ad.title || ' ' || ad.description as words, ad.attributes
    from public.listings ad join public.sellers seller on seller.id = ad.seller_id
    where ad.state in ('active', 'reserved') and ad.expires_at > now()`
  const categories = await owner<{ slug: string; above: string[]; attributes: (Field & { filterable?: boolean })[] }[]>`
    with recursive path as (
      select slug, slug as member, parent from public.categories
      union all select path.slug, above.slug, above.parent from path join public.categories above on above.slug = path.parent)
    select category.slug, category.attributes, array(select member from path where path.slug = category.slug) as above
    from public.categories category`
  const [clock] = await owner<{ now: number }[]>`select extract(epoch from now())::float8 * 1000 as now`
  return {
    now: clock?.now ?? 0,
    ads,
    above: new Map(categories.map(({ slug, above }) => [slug, above])),
    fields: new Map(
      categories.map(({ slug, attributes }) => [slug, attributes.filter(({ filterable }) => filterable !== false)]),
    ),
  }
}
