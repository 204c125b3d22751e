import { createHash } from 'node:crypto'
import { readVector } from '../query.ts'
import { SHORT, TEXT, usesIn, WEIGHTS } from '../ranking.ts'
import type { IndexedRow } from './index-verbs.ts'

const { title, label, short } = WEIGHTS
/** Part of the index's name: a changed mapping or weighting rebuilds the index. */
export const MAPPING_VERSION = `4-${createHash('sha256')
  .update(JSON.stringify([title, label, short, SHORT, TEXT]))
  .digest('hex')
  .slice(0, 6)}`

const LEXEMES = {
  type: 'text',
  analyzer: 'stacked',
  search_analyzer: 'plain',
  norms: false,
  position_increment_gap: 100,
} as const

/** Lexemes at the same position are written `a|b`; the filter splits them into tokens at that position, so that phrases match as in PostgreSQL. */
export const INDEX_BODY = {
  settings: {
    index: {
      number_of_shards: 1,
      auto_expand_replicas: '0-2',
      refresh_interval: '500ms',
      // A late delivery of a deleted ad must find the deletion.
      gc_deletes: '1h',
      'mapping.total_fields.limit': 5000,
      max_result_window: 10_000,
    },
    analysis: {
      filter: { stacked: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] } },
      analyzer: {
        stacked: { type: 'custom', tokenizer: 'whitespace', filter: ['stacked'] },
        plain: { type: 'custom', tokenizer: 'whitespace' },
      },
    },
  },
  mappings: {
    dynamic: 'strict',
    // Only ids are read from it.
    _source: { enabled: true, excludes: ['said', 'head', 'impact', 'text', 'begins'] },
    properties: {
      said: LEXEMES,
      head: LEXEMES,
      title: { type: 'keyword' },
      words: { type: 'keyword' },
      begins: { type: 'completion', analyzer: 'keyword' },
      impact: { type: 'rank_features' },
      text: { type: 'rank_features' },
      id: { type: 'keyword' },
      slice: { type: 'keyword' },
      stamp: { type: 'integer' },
      seller_id: { type: 'keyword' },
      category: { type: 'keyword' },
      path: { type: 'keyword' },
      type: { type: 'keyword' },
      condition: { type: 'keyword' },
      delivery: { type: 'keyword' },
      seller_type: { type: 'keyword' },
      has_photo: { type: 'boolean' },
      place: { type: 'geo_point' },
      lat: { type: 'double' },
      lng: { type: 'double' },
      price: { type: 'integer' },
      price_low: { type: 'integer' },
      price_high: { type: 'integer' },
      published: { type: 'long' },
      expires: { type: 'long' },
      quality: { type: 'byte' },
      reserved: { type: 'byte' },
      title_length: { type: 'short' },
      is_accessory: { type: 'boolean' },
      facts: { type: 'keyword' },
      numbers: { type: 'object', dynamic: true },
    },
    dynamic_templates: [{ numbers: { path_match: 'numbers.*', mapping: { type: 'double' } } }],
  },
} as const

/** The document of an ad: lexemes with positions, the weights of title and label words, and how much of the text each word is. */
export function documentOf(id: string, row: IndexedRow): Readonly<Record<string, unknown>> {
  const inTitle = title + (short * SHORT) / (SHORT + row.title_length)
  const impact: Record<string, number> = {}
  const titled: string[] = []
  for (const { lexeme, places } of readVector(row.head)) {
    const isTitle = places.some(({ weight }) => weight === 'A')
    if (isTitle) titled.push(lexeme)
    impact[featureOf(lexeme)] = isTitle ? inTitle : label
  }
  const facts = Object.entries(row.facts).flatMap(([key, fact]) =>
    (Array.isArray(fact) ? (fact as unknown[]) : [fact]).map((value) => `${key}=${JSON.stringify(value)}`),
  )
  const numbers = Object.fromEntries(Object.entries(row.facts).filter(([, value]) => typeof value === 'number'))
  const { price_minor: price, lat, lng } = row
  const words = [...new Set(row.words)]
  return {
    id,
    slice: id.slice(0, 1),
    stamp: row.stamp,
    said: textsOf(row.document),
    head: textsOf(row.head),
    title: titled,
    words,
    begins: words,
    impact,
    text: Object.fromEntries(
      usesIn(readVector(row.document), row.title_length).map(([word, uses]) => [featureOf(word), uses]),
    ),
    seller_id: row.seller_id,
    category: row.category,
    path: row.path,
    type: row.type,
    condition: row.condition,
    delivery: row.delivery,
    seller_type: row.seller_type,
    has_photo: row.has_photo,
    ...(typeof lat === 'number' && typeof lng === 'number' ? { place: { lat, lon: lng }, lat, lng } : {}),
    price,
    price_low: price ?? 2_147_483_647,
    price_high: price ?? -1,
    published: row.published,
    expires: row.expires,
    quality: row.quality,
    reserved: row.state === 'reserved' ? 1 : 0,
    title_length: row.title_length,
    is_accessory: row.is_accessory,
    facts,
    numbers,
  }
}

/** Lexemes of a vector: runs of adjacent positions, each as one text, so that phrases do not match across runs; and marks. */
function textsOf(vector: string): string[] {
  const stacks = new Map<number, string[]>()
  const marks: string[] = []
  for (const { lexeme, places } of readVector(vector)) {
    if (places.length === 0) marks.push(lexeme)
    for (const { at } of places) stacks.set(at, [...(stacks.get(at) ?? []), lexeme])
  }
  const texts: string[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const [at, lexemes] of [...stacks].sort(([left], [right]) => left - right)) {
    if (at !== before + 1) texts.push([])
    texts.at(-1)?.push(lexemes.join('|'))
    before = at
  }
  return [...texts.map((words) => words.join(' ')), ...marks]
}

/** A lexeme as a feature name, which cannot contain dots. */
export function featureOf(lexeme: string): string {
  return lexeme.replaceAll('.', ',')
}
