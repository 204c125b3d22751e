import { featureOf } from './documents.ts'
import type { AskedSearch, AttributeAsked } from './engine.ts'
import { type Clause, clauseOf, lexemesOf } from './tsquery.ts'

/** Filters with a facet: counted without their own. */
const FACETS = ['category', 'condition', 'type', 'delivery', 'seller_type', 'with_photo', 'posted', 'price']
const DAY_MICROS = 86_400_000_000
const POSTED_DAYS = [1, 3, 7, 30]
const COUNTED = 10_000

const choices = (given: unknown): readonly string[] => (Array.isArray(given) ? given : [given]) as readonly string[]

/** The clause of each filter by its name in `search_conditions()`. */
function filterOf(name: string, { given, attributes, query, being, exclude, now }: AskedSearch): Clause {
  if (name.startsWith('attributes.')) return attributeClause(attributes[name] ?? {})
  switch (name) {
    case 'open':
      return { range: { expires: { gt: Date.parse(now) } } }
    case 'q':
      return clauseOf(query ?? '')
    case 'what':
      return clauseOf(being ?? '')
    case 'type':
      return given.type === undefined
        ? { bool: { must_not: [{ term: { type: 'wanted' } }] } }
        : { terms: { type: choices(given.type) } }
    case 'exclude':
      return { bool: { must_not: [clauseOf(exclude ?? '')] } }
    case 'ids':
      return { terms: { id: choices(given.ids) } }
    case 'seller':
      return { terms: { seller_id: choices(given.seller) } }
    case 'posted':
      return { range: { published: { gte: postedSince(given, now) } } }
    case 'with_photo':
      return { term: { has_photo: true } }
    case 'price':
      return {
        range: {
          price: {
            gte: Math.floor(Number(given.price_min ?? 0)),
            lte: Math.floor(Number(given.price_max ?? 2_147_483_647)),
          },
        },
      }
    case 'category':
      return { term: { path: given.category } }
    case 'condition':
    case 'seller_type':
      return { terms: { [name]: choices(given[name]) } }
    case 'delivery':
      return { terms: { delivery: [...choices(given.delivery), 'both'] } }
    default:
      throw new TypeError(`unknown filter: ${name}`)
  }
}

function postedSince({ posted_since, posted_within_days }: AskedSearch['given'], now: string): number {
  const since = posted_since === undefined ? 0 : Date.parse(posted_since) * 1000
  const within = posted_within_days === undefined ? 0 : Date.parse(now) * 1000 - Number(posted_within_days) * DAY_MICROS
  return Math.max(since, within)
}

function attributeClause({ key, min, max, numbers, marks }: AttributeAsked): Clause {
  if (marks) return { terms: { said: marks } }
  const field = `numbers.${key}`
  return numbers ? { terms: { [field]: numbers } } : { range: { [field]: { gte: min ?? null, lte: max ?? null } } }
}

/** What scores a document: `score_sql()`, a share of each word's rarity by how much the document says about it. */
function scoreClauses({ terms, query }: AskedSearch): Clause[] {
  const known = lexemesOf(query ?? '')
  return terms.map(({ met_as, rarity }) => {
    const boost = terms.length === 1 ? 1 : rarity
    const feature = (lexeme: string, worth: number): Clause => ({
      rank_feature: { field: `impact.${featureOf(lexeme)}`, saturation: { pivot: 4 / worth }, boost },
    })
    const queries = met_as.flatMap(({ lexeme, worth }) => {
      const plain = lexeme.replace(/^'(.*)'$/s, '$1').replaceAll("''", "'")
      if (!plain.endsWith(':*')) return [feature(plain, worth)]
      const begun = plain.slice(0, -2)
      return known.filter((word) => word.startsWith(begun)).map((word) => feature(word, worth))
    })
    return { dis_max: { queries: queries.length > 0 ? queries : [{ match_none: {} }] } }
  })
}

/** Freshness, completeness and reservation: as in `search_page()`. */
function standing(score: string): string {
  return [
    score,
    `(0.85 + 0.15 * exp(-0.0495 * max(0, (now - doc['published'].value) / ${DAY_MICROS})))`,
    "(0.94 + 0.02 * doc['quality'].value)",
    "(1 - 0.05 * doc['reserved'].value)",
  ].join(' * ')
}

function ranked(asked: AskedSearch, filter: readonly Clause[]): Clause {
  const { terms, whole, phrase, is_part } = asked
  const isSingle = terms.length === 1
  const params = {
    now: Date.parse(asked.cursor?.at ?? asked.now) * 1000,
    ...(isSingle ? { rarity: terms[0]?.rarity } : {}),
  }
  const without = (query: string | null, weight: number) =>
    query ? [{ filter: { bool: { must_not: [clauseOf(query)] } }, weight }] : []
  const madeFor = terms.flatMap(({ met_as }) =>
    met_as.flatMap(({ lexeme, worth }) => (worth === 1 && /^[a-z0-9]+$/.test(lexeme) ? [`f:${lexeme}`] : [])),
  )
  const part = { bool: { should: [{ term: { is_accessory: true } }, { terms: { said: madeFor } }] } }
  const source = standing(isSingle ? 'pow(_score, rarity)' : '_score')
  return {
    function_score: {
      query: { bool: { filter, should: scoreClauses(asked) } },
      functions: [
        { script_score: { script: { lang: 'expression', source, params } } },
        ...without(whole, 0.9),
        ...without(phrase, 0.9),
        ...(is_part ? [] : [{ filter: part, weight: 0.55 }]),
      ],
      score_mode: 'multiply',
      boost_mode: 'replace',
    },
  }
}

/** The order, ties by id: the same keys as `search_page()`. */
function orderOf({ sort }: AskedSearch): Clause[] {
  switch (sort) {
    case 'relevance':
      return [{ _score: 'desc' }, { id: 'desc' }]
    case 'newest':
      return [{ published: 'desc' }, { id: 'desc' }]
    case 'price_asc':
      return [{ price_low: 'asc' }, { id: 'asc' }]
    case 'price_desc':
      return [{ price_high: 'desc' }, { id: 'desc' }]
    default:
      throw new TypeError(`not an order of the engine: ${sort}`)
  }
}

/** The body of a search request. @param after  key and id of the last hit */
export function searchBody(asked: AskedSearch, size: number, after: readonly (string | number)[] | null): Clause {
  const isFacet = (name: string) => FACETS.includes(name) || name.startsWith('attributes.')
  const own = asked.given.facets ? asked.filters.filter(isFacet) : []
  const filter = asked.filters.filter((name) => !own.includes(name)).map((name) => filterOf(name, asked))
  const chosen = new Map(own.map((name) => [name, filterOf(name, asked)]))
  return {
    size,
    _source: false,
    track_total_hits: COUNTED + 1,
    query: asked.sort === 'relevance' ? ranked(asked, filter) : { bool: { filter } },
    ...(chosen.size > 0 ? { post_filter: { bool: { filter: [...chosen.values()] } } } : {}),
    sort: orderOf(asked),
    ...(after ? { search_after: after } : {}),
    ...(asked.given.facets ? { aggs: facetAggregations(asked, chosen) } : {}),
  }
}

const FACTS = { terms: { field: 'facts', size: 3000 } }

function facetAggregations(asked: AskedSearch, chosen: ReadonlyMap<string, Clause>): Record<string, Clause> {
  const now = Date.parse(asked.now) * 1000
  const counted: Readonly<Record<string, Clause>> = {
    category: { terms: { field: 'path', size: 2000 } },
    condition: { terms: { field: 'condition', size: 10 } },
    type: { terms: { field: 'type', size: 10 } },
    delivery: { terms: { field: 'delivery', size: 10 } },
    seller_type: { terms: { field: 'seller_type', size: 10 } },
    with_photo: { filter: { term: { has_photo: true } } },
    posted: {
      range: {
        field: 'published',
        ranges: POSTED_DAYS.map((days) => ({ key: String(days), from: now - days * DAY_MICROS })),
      },
    },
    price: {
      filter: { terms: { type: ['sell', 'wanted'] } },
      aggs: { values: { terms: { field: 'price', size: 10_000 } } },
    },
    attributes: FACTS,
    ...Object.fromEntries(
      [...chosen.keys()].filter((name) => name.startsWith('attributes.')).map((name) => [name, FACTS]),
    ),
  }
  const under = (facet: string) => ({
    bool: { filter: [...chosen].filter(([name]) => name !== facet).map(([, clause]) => clause) },
  })
  return Object.fromEntries(
    Object.entries(counted).map(([facet, values]) => [facet, { filter: under(facet), aggs: { of: values } }]),
  )
}
