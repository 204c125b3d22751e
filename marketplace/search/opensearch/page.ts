import { type Hit, MOST_COUNTED, type Page, type PageAsked } from '../engine.ts'
import { allOf, anyOf, anyWord, type Clause, clauseOf } from '../query.ts'
import { FADING_PER_DAY, NEAR_KM, type RankedTerm, rankedTerms, TEXT, WEIGHTS } from '../ranking.ts'
import { filtersOf, not } from './clauses.ts'
import { featureOf } from './documents.ts'

const DAY_MICROS = 86_400_000_000
/** Ads without a place come last. */
const NOWHERE_KM = 99_999

export interface PageResponse {
  readonly hits: {
    readonly total: { readonly value: number }
    readonly hits: readonly { readonly _id: string; readonly sort: readonly [string | number, string] }[]
  }
}

/** The body of a search for a page. Ranks all matching ads. */
export function pageBody(asked: PageAsked): Clause {
  const filter = filtersOf(asked.conditions, asked.anchor)
  return {
    size: asked.limit,
    _source: false,
    track_total_hits: asked.cursor ? false : MOST_COUNTED + 1,
    query: asked.sort === 'relevance' ? ranked(asked, filter) : { bool: { filter } },
    sort: orderOf(asked),
    ...(asked.cursor ? { search_after: afterOf(asked.cursor) } : {}),
  }
}

/** Features of a term in both engines: words in title or labels by weight, else anywhere; in the whole text; and its items. */
function termClauses({ share, forms, weaker, things }: RankedTerm): Clause[] {
  const words = (query: RankedTerm['forms']) =>
    query && 'any' in query ? query.any.flatMap((one) => ('word' in one ? [one.word] : [])) : []
  const feature = (word: string, boost: number): Clause => ({
    rank_feature: { field: `impact.${featureOf(word)}`, linear: {}, boost },
  })
  const textFeature = (word: string, boost: number): Clause => ({
    rank_feature: { field: `text.${featureOf(word)}`, saturation: { pivot: TEXT.half }, boost },
  })
  const met = [
    ...words(forms).map((word) => feature(word, share)),
    ...words(weaker).map((word) => feature(word, share * WEIGHTS.weaker)),
  ]
  return [
    ...(forms
      ? [
          {
            dis_max: {
              queries: [...met, { constant_score: { filter: { match_all: {} }, boost: share * WEIGHTS.other } }],
            },
          },
        ]
      : []),
    ...(forms ? [{ dis_max: { queries: words(forms).map((word) => textFeature(word, share * WEIGHTS.text)) } }] : []),
    ...(things ? [{ constant_score: { filter: clauseOf(things), boost: share * WEIGHTS.thing } }] : []),
  ]
}

function ranked({ wording, anchor, place, cursor }: PageAsked, filter: readonly Clause[]): Clause {
  const { terms, phrase, madeFor } = wording
  const constant = (clause: Clause, boost: number): Clause => ({ constant_score: { filter: clause, boost } })
  const titled = allOf(
    terms.map(({ forms, weaker, things }) => anyOf([anyWord([...forms, ...weaker]), anyWord(things)])),
  )
  const part = {
    bool: { should: [{ term: { is_accessory: true } }, { terms: { title: madeFor ?? [] } }], minimum_should_match: 1 },
  }
  const should = [
    ...rankedTerms(wording).flatMap(termClauses),
    ...(terms.length > 1 ? [constant(clauseOf(titled, 'title'), WEIGHTS.all)] : []),
    ...(phrase.length > 1 ? [constant(clauseOf({ phrase }, 'head'), WEIGHTS.phrase)] : []),
    ...(madeFor ? [constant(not(part), WEIGHTS.whole)] : []),
  ]
  const params = { now: Date.parse(cursor?.at ?? anchor) * 1000, ...(place ? { lat: place.lat, lng: place.lng } : {}) }
  const source = [
    '_score',
    `${WEIGHTS.fresh} * exp(-${FADING_PER_DAY} * max(0, (now - doc['published'].value) / ${DAY_MICROS}))`,
    `${WEIGHTS.quality} * doc['quality'].value`,
    `(${WEIGHTS.reserved}) * doc['reserved'].value`,
    ...(place
      ? [
          `(doc['lat'].empty ? 0 : ${WEIGHTS.near} * exp(-haversin(lat, lng, doc['lat'].value, doc['lng'].value) / ${NEAR_KM}))`,
        ]
      : []),
  ].join(' + ')
  return {
    function_score: {
      query: { bool: { filter, should } },
      script_score: { script: { lang: 'expression', source, params } },
      boost_mode: 'replace',
    },
  }
}

/** The sort order, ties by id: the same keys as in PostgreSQL. */
function orderOf({ sort, place }: PageAsked): Clause[] {
  switch (sort) {
    case 'relevance':
      return [{ _score: 'desc' }, { id: 'desc' }]
    case 'newest':
      return [{ published: 'desc' }, { id: 'desc' }]
    case 'price_asc':
      return [{ price_low: 'asc' }, { id: 'asc' }]
    case 'price_desc':
      return [{ price_high: 'desc' }, { id: 'desc' }]
    case 'distance': {
      const source = `doc['lat'].empty ? ${NOWHERE_KM} : haversin(lat, lng, doc['lat'].value, doc['lng'].value)`
      const params = { lat: place?.lat ?? 0, lng: place?.lng ?? 0 }
      return [
        { _script: { type: 'number', order: 'asc', script: { lang: 'expression', source, params } } },
        { id: 'asc' },
      ]
    }
  }
}

/** The last hit of the previous page, from its cursor. */
function afterOf({ s, k, id }: NonNullable<PageAsked['cursor']>): readonly (string | number)[] {
  return [s === 'newest' || s === 'titled' || s === 'common' ? microsOf(String(k)) : Number(k), id]
}

/** Microseconds of a PostgreSQL timestamp; `Date` has milliseconds. */
function microsOf(time: string): number {
  const [, seconds = time, fraction = '', zone = ''] = /^(.{19})(?:\.(\d{1,6}))?(.*)$/.exec(time) ?? []
  return Date.parse(`${seconds}${zone}`) * 1000 + Number(fraction.padEnd(6, '0'))
}

function timeOf(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const text = new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${text}.${String(micros - seconds * 1_000_000).padStart(6, '0')}+00:00`
}

export function readPage({ hits }: PageResponse, { sort, cursor }: PageAsked): Page {
  const found: Hit[] = hits.hits.map(({ _id, sort: [key] }) => ({
    id: _id,
    key: sort === 'newest' ? timeOf(Number(key)) : key,
  }))
  return { hits: found, total: cursor?.total ?? hits.total.value, way: sort }
}
