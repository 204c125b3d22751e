import type { CallerSql } from 'souk-backend'
import type { ListingSearch, SearchFacets } from '../../contract/search/search.ts'
import { type Conditions, without } from '../conditions.ts'
import { type Facets, MOST_COUNTED } from '../engine.ts'
import { sqlOf } from './conditions.ts'
import { Statement } from './statement.ts'

const NAMES = [
  'category',
  'condition',
  'type',
  'delivery',
  'seller_type',
  'with_photo',
  'posted',
  'price',
  'attributes',
]
const POSTED_DAYS = [30, 7, 3, 1]
/** Above this many ads a sample is counted: those with the mark `n:0`. */
const SAMPLE = 8

interface Row {
  readonly category: SearchFacets['category']
  readonly plain: readonly { readonly facet: string; readonly value: string; readonly ads: number }[]
  readonly told: Pick<SearchFacets, 'price' | 'attributes'>
}

/** Each facet counts the ads that match all filters but its own. Exact up to 10,000 ads; beyond, one in eight is counted. */
export async function facetsOf(
  sql: CallerSql,
  conditions: Conditions,
  total: number,
  { category, attributes }: Pick<ListingSearch, 'category' | 'attributes'>,
  counts: (searches: readonly Conditions[]) => Promise<number[]>,
): Promise<Facets> {
  const own = Object.keys(conditions).filter(
    (name) => (NAMES.includes(name) && name !== 'type') || name.startsWith('attributes.'),
  )
  const others = await counts(own.map((name) => without(conditions, name)))
  const statement = new Statement()
  const shared = NAMES.filter((name) => !own.includes(name))
  const scans = [
    scanOf(shared, conditions, total > MOST_COUNTED, statement),
    ...own.map((name, at) => scanOf([name], without(conditions, name), (others[at] ?? 0) > MOST_COUNTED, statement)),
  ]
  const text = `
    with counts as materialized (${scans.join(' union all ')})
    select (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'count', ads) order by ads desc, slug), '[]') from (
        select above.slug, sum(counts.ads)::bigint as ads from counts join public.categories filed on filed.slug = counts.value
        join public.categories above on filed.ord_from between above.ord_from and above.ord_to where counts.facet = 'category' group by above.slug) as each) as category,
      (select coalesce(jsonb_agg(jsonb_build_object('facet', facet, 'value', value, 'ads', ads) order by ads desc, value), '[]')
        from counts where value is not null and facet <> all ('{category,price}')) as plain,
      private.facets_told(array(select row(facet, value, facts, ads)::private.facet_count from counts where facts is not null or facet = 'price'),
        ${statement.bind(category, 'text')}, ${statement.bind(attributes, 'jsonb')}) as told`
  const [row] = await sql.query<Row>(text, statement.values)
  if (!row) throw new Error('no facets')
  return {
    facets: { ...row.told, ...plainFacets(row.plain), category: row.category },
    areEstimates: total > MOST_COUNTED,
  }
}

function columnOf(facet: string): string {
  if (facet.startsWith('attributes')) return 'entry.facts'
  if (facet === 'with_photo') return 'entry.has_photo'
  if (facet === 'price') return "case when entry.type in ('sell', 'wanted') then entry.price_minor end"
  // The number of periods that an ad is in.
  if (facet === 'posted') {
    const spans = POSTED_DAYS.map((days) => `now() - interval '${days} days'`)
    // A query of its own is run once, not for each ad.
    return `width_bucket(entry.published_at, (select array[${spans.join(', ')}]))`
  }
  return `entry.${facet}`
}

/** Values of these facets, counted in one scan; types also for ads of other types. */
function scanOf(facets: readonly string[], conditions: Conditions, isSampled: boolean, statement: Statement): string {
  const ofTypes = facets.includes('type') && conditions.type ? sqlOf({ type: conditions.type }, statement) : null
  const counted = ofTypes
    ? `case when grouping(entry.type) = 0 then count(*) else count(*) filter (where ${ofTypes}) end`
    : 'count(*)'
  const names = facets.map((facet) => `when grouping(${columnOf(facet)}) = 0 then '${facet.replaceAll("'", "''")}'`)
  const values = facets
    .filter((facet) => !facet.startsWith('attributes'))
    .map((facet) => `when grouping(${columnOf(facet)}) = 0 then (${columnOf(facet)})::text`)
  const where = sqlOf(ofTypes ? without(conditions, 'type') : conditions, statement)
  return `
    select case ${names.join(' ')} end as facet, ${values.length > 0 ? `case ${values.join(' ')} end` : 'null'} as value,
      ${facets.some((facet) => facet.startsWith('attributes')) ? 'entry.facts' : 'null::jsonb'} as facts, (${counted}) * ${isSampled ? SAMPLE : 1} as ads
    from private.listing_search entry where ${where} ${isSampled ? `and entry.document @@ '''n:0'''::tsquery` : ''}
    group by grouping sets (${facets.map((facet) => `(${columnOf(facet)})`).join(', ')}) having ${counted} > 0`
}

/** Facets with few values, from their counts. */
export function plainFacets(
  counted: readonly { readonly facet: string; readonly value: string; readonly ads: number }[],
): Omit<SearchFacets, 'category' | 'price' | 'attributes'> {
  const of = (facet: string) =>
    counted.filter((one) => one.facet === facet).map(({ value, ads }) => ({ value, count: ads }))
  const sum = (facet: string, isMeant: (value: string) => boolean) =>
    of(facet)
      .filter(({ value }) => isMeant(value))
      .reduce((total, { count }) => total + count, 0)
  return {
    condition: of('condition'),
    type: of('type'),
    seller_type: of('seller_type') as SearchFacets['seller_type'], // a check constraint of the column
    delivery: (['pickup', 'ship'] as const).map((way) => ({
      value: way,
      count: sum('delivery', (value) => value === way || value === 'both'),
    })),
    with_photo: sum('with_photo', (value) => value === 'true'),
    posted: [...POSTED_DAYS]
      .map((days, at) => ({ days, count: sum('posted', (value) => Number(value) >= at + 1) }))
      .reverse(),
  }
}
