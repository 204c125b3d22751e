import type { CallerSql } from 'souk-backend'
import type { FoundIn, FoundListing, WhyFound } from '../contract/search/search.ts'
import { mapWords, meets, type Query, readVector } from './query.ts'
import { NEAR_KM } from './ranking.ts'
import type { Understood } from './understanding/understood.ts'

const PARTS = [
  ['A', 'title'],
  ['B', 'details'],
  ['C', 'synonyms'],
  ['D', 'description'],
] as const satisfies readonly (readonly [weight: string, part: FoundIn])[]
const NEW_DAYS = 14

interface Row {
  readonly id: string
  readonly document: string
  readonly is_accessory: boolean
  readonly state: string
  readonly quality: number
  readonly phrase: boolean
}

type Lexemes = ReadonlyMap<FoundIn, ReadonlySet<string>>

/** For each ad, the parts that contain each word with the kind of match, and ranking factors. */
export async function whyFound(
  sql: CallerSql,
  cards: readonly FoundListing[],
  understood: Understood,
  { phrase, now }: { phrase: string; now: string },
): Promise<Map<string, WhyFound>> {
  const ids = `{${cards.map(({ id }) => id).join()}}`
  const rows = await sql<Row>`
    select entry.listing_id as id, entry.document::text as document, entry.is_accessory, entry.state, entry.quality, entry.document @@ ${phrase}::tsquery as phrase
    from private.listing_search entry where entry.listing_id = any (${ids}::uuid[])`
  const byId = new Map(cards.map((card) => [card.id, card]))
  return new Map(
    rows.flatMap((row) => {
      const card = byId.get(row.id)
      return card ? [[row.id, why(row, card, understood, now)] as const] : []
    }),
  )
}

function why(row: Row, card: FoundListing, { words, madeFor }: Understood, now: string): WhyFound {
  const lexemes = lexemesIn(row.document)
  const marks = new Set(readVector(row.document).map(({ lexeme }) => lexeme))
  const met = words.flatMap(({ word, query, forms, begins }) => {
    // A name of several words matches where any of them does.
    const inParts = PARTS.map(([, part]) => part).filter((part) =>
      meets(lexemes.get(part) ?? new Set(), looseOf(query)),
    )
    const [first] = inParts
    if (!first) return []
    const own = lexemes.get(first) ?? new Set<string>()
    return [{ word, in: inParts, as: wayOf(word, own, forms, begins) }]
  })
  const whole = PARTS.map(([, part]) => part).find(
    (part) => met.length === words.length && met.every((one) => one.in.includes(part)),
  )
  const isNew = Date.parse(now) - Date.parse(card.published_at) < NEW_DAYS * 86_400_000
  const isPart = madeFor !== null && (row.is_accessory || madeFor.some((lexeme) => marks.has(lexeme)))
  return {
    tier: words.length === 0 ? null : (whole ?? (met.length === words.length ? 'spread' : 'some')),
    words: met,
    raised_by: [
      ...(words.length > 1 && row.phrase ? (['phrase'] as const) : []),
      ...(isNew ? (['new'] as const) : []),
      ...(card.distance_km !== null && card.distance_km <= NEAR_KM ? (['near'] as const) : []),
      ...(row.quality === 3 ? (['complete'] as const) : []),
    ],
    lowered_by: [...(isPart ? (['part'] as const) : []), ...(row.state === 'reserved' ? (['reserved'] as const) : [])],
  }
}

/** Lexemes of "as such" queries are those of words, marked. */
function looseOf(query: Query): Query {
  return mapWords(query, (word) => word.replace(/^s:/, ''))
}

function lexemesIn(document: string): Lexemes {
  const found = new Map<FoundIn, Set<string>>(PARTS.map(([, part]) => [part, new Set<string>()]))
  for (const { lexeme, places } of readVector(document)) {
    for (const [weight, part] of PARTS)
      if (places.some((place) => place.weight === weight)) found.get(part)?.add(lexeme)
  }
  return found
}

function wayOf(
  word: string,
  own: ReadonlySet<string>,
  forms: readonly string[],
  begins: readonly string[],
): WhyFound['words'][number]['as'] {
  if (word.split(' ').every((one) => own.has(one))) return 'exact'
  if (forms.some((form) => own.has(form))) return 'form'
  return begins.some((form) => own.has(form)) ? 'beginning' : 'other'
}
