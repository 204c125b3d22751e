import type { CallerSql } from 'souk-backend'
import type { ClusterAnswer, ClusterSearch } from '../../contract/search/clusters.ts'
import type { ListingSearch, SearchAnswer, Suggestions } from '../../contract/search/search.ts'
import { answerSearch } from '../../search/answer.ts'
import { callerSql } from '../../search/caller-sql.ts'
import { answerClusters } from '../../search/clusters.ts'
import { postgresEngine } from '../../search/postgres/postgres-engine.ts'
import { answerSuggestions } from '../../search/suggest.ts'
import type { Market, Person } from './database.ts'

/** The statements of a search as this user, each separate as over HTTP. */
export function callerOf(person: Person): CallerSql {
  const query: CallerSql['query'] = (text, values) => person.does((sql) => callerSql(sql).query(text, values))
  const tagged = <Row extends object>(strings: TemplateStringsArray, ...values: Parameters<CallerSql['query']>[1]) =>
    query<Row>(
      strings.reduce((text, part, place) => `${text}$${place}${part}`),
      values,
    )
  return Object.assign(tagged, { query })
}

/** The answer of `search_listings` to a visitor or user. */
export async function search(
  { visitor }: Pick<Market, 'visitor'>,
  params: ListingSearch | Record<string, unknown>,
  person = visitor,
): Promise<SearchAnswer> {
  const sql = callerOf(person)
  return overHttp(await answerSearch(sql, postgresEngine(sql), params))
}

export async function clustersOf(
  { visitor }: Market,
  params: ClusterSearch | Record<string, unknown>,
): Promise<ClusterAnswer> {
  const sql = callerOf(visitor)
  return overHttp(await answerClusters(sql, postgresEngine(sql), params))
}

export async function suggestionsFor({ visitor }: Market, q: string): Promise<Suggestions> {
  const sql = callerOf(visitor)
  return overHttp(await answerSuggestions(sql, postgresEngine(sql), q))
}

function overHttp<Answer>(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer // as sent
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

/** An ad with every attribute that a filter can ask for. */
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

/** The market as plain data: every live ad, each category with its ancestors (and itself), and its filterable fields. */
export interface Snapshot {
  /** Milliseconds of the database's transaction time. */
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
