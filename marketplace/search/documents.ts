import type { IndexedRow } from './engine.ts'
import { readVector } from './tsquery.ts'

/** Part of the index's name: an index of another version is rebuilt. */
export const MAPPING_VERSION = 1

/** Lexemes at one place are written `a|b`; the filter makes them tokens at that place, so that phrases are found as PostgreSQL finds them. */
export const INDEX_BODY = {
  settings: {
    index: {
      number_of_shards: 1,
      auto_expand_replicas: '0-1',
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
    properties: {
      said: { type: 'text', analyzer: 'stacked', search_analyzer: 'plain', norms: false, position_increment_gap: 100 },
      impact: { type: 'rank_features' },
      id: { type: 'keyword' },
      slice: { type: 'keyword' },
      stamp: { type: 'integer' },
      seller_id: { type: 'keyword' },
      path: { type: 'keyword' },
      type: { type: 'keyword' },
      condition: { type: 'keyword' },
      delivery: { type: 'keyword' },
      seller_type: { type: 'keyword' },
      has_photo: { type: 'boolean' },
      price: { type: 'integer' },
      price_low: { type: 'integer' },
      price_high: { type: 'integer' },
      published: { type: 'long' },
      expires: { type: 'long' },
      quality: { type: 'byte' },
      reserved: { type: 'byte' },
      is_accessory: { type: 'boolean' },
      facts: { type: 'keyword' },
      numbers: { type: 'object', dynamic: true },
    },
    dynamic_templates: [{ numbers: { path_match: 'numbers.*', mapping: { type: 'double' } } }],
  },
} as const

/** Weight, length normalization and length of each part: BM25F as in `search_page()`. */
function worths(row: IndexedRow): Readonly<Record<'A' | 'B' | 'C' | 'D', number>> {
  return {
    A: 0.5 / (0.7 + 0.0375 * row.title_length),
    B: 0.3 / (0.7 + 0.0375 * row.label_length),
    C: 0.05 / (0.25 + 0.01875 * row.synonym_length),
    D: 0.1 / (0.25 + 0.0375 * row.text_length),
  }
}

/** The document of an ad: its lexemes in their places, and how much each says about it. */
export function documentOf(id: string, row: IndexedRow): Readonly<Record<string, unknown>> {
  const worth = worths(row)
  const impact: Record<string, number> = {}
  const stacks = new Map<number, string[]>()
  const marks: string[] = []
  for (const { lexeme, places } of readVector(row.document)) {
    if (places.length === 0) marks.push(lexeme)
    else impact[featureOf(lexeme)] = 10 * places.reduce((sum, { weight }) => sum + worth[weight], 0)
    for (const { at } of places) stacks.set(at, [...(stacks.get(at) ?? []), lexeme])
  }
  const facts = Object.entries(row.facts).flatMap(([key, fact]) =>
    (Array.isArray(fact) ? (fact as unknown[]) : [fact]).map((value) => `${key}=${JSON.stringify(value)}`),
  )
  const numbers = Object.fromEntries(Object.entries(row.facts).filter(([, value]) => typeof value === 'number'))
  const price = row.price_minor
  return {
    id,
    slice: id.slice(0, 1),
    stamp: row.stamp,
    said: [...sections(stacks), ...marks],
    impact,
    seller_id: row.seller_id,
    path: row.path,
    type: row.type,
    condition: row.condition,
    delivery: row.delivery,
    seller_type: row.seller_type,
    has_photo: row.has_photo,
    price,
    price_low: price ?? 2_147_483_647,
    price_high: price ?? -1,
    published: row.published,
    expires: row.expires,
    quality: row.quality,
    reserved: row.state === 'reserved' ? 1 : 0,
    is_accessory: row.is_accessory,
    facts,
    numbers,
  }
}

/** Runs of neighbouring places, each a text: between two of them no words are side by side. */
function sections(stacks: ReadonlyMap<number, readonly string[]>): string[] {
  const texts: string[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const [at, lexemes] of [...stacks].sort(([left], [right]) => left - right)) {
    if (at !== before + 1) texts.push([])
    texts.at(-1)?.push(lexemes.join('|'))
    before = at
  }
  return texts.map((words) => words.join(' '))
}

/** A lexeme as the name of a feature, which cannot have dots. */
export function featureOf(lexeme: string): string {
  return lexeme.replaceAll('.', ',')
}
