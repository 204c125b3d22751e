import type { CallerSql } from 'souk-backend'
import type { CloseListing } from '../contract/search/search.ts'
import { type Asked, marketOf } from './asked.ts'
import { type Item, readAgain } from './cards.ts'
import { type Conditions, conditionsOf, without } from './conditions.ts'
import type { PageAsked, SearchEngine, Wording } from './engine.ts'
import { allOf, anyOf, meets, type Query, readVector } from './query.ts'
import { readWords } from './understanding/read-search.ts'
import { understand } from './understanding/understand.ts'
import type { Understood } from './understanding/understood.ts'

const MOST = 12

export interface NearAsked {
  readonly asked: Asked
  /** An alternative spelling of the words. */
  readonly meant: string | null
  readonly page: PageAsked
  readonly limit: number
}

/**
 * With few exact matches: near matches under the same filters, each with its difference. First the alternative spelling and the same item further
 * away; then the same item, or ads with the most significant words if no item is known; finally other items of the same category.
 */
export async function nearMatches(sql: CallerSql, engine: SearchEngine, near: NearAsked): Promise<CloseListing[]> {
  const find = async (conditions: Conditions, wording: Wording = near.asked.understood) => {
    const limit = Math.min(near.limit, MOST)
    const page = await engine.page({ ...near.page, conditions, wording, limit, cursor: null, sort: 'relevance' })
    return readAgain(sql, page.hits, near.page.place)
  }
  const first = await otherwise(sql, near, find)
  if (first.length > 0) return first
  const { conditions, understood } = near.asked
  const beside = without(conditions, 'q', 'age')
  for (const attempt of attempts(near.asked)) {
    const items = await find({ ...beside, ...attempt, ...notItself(understood) })
    if (items.length > 0) return differences(sql, items, near.asked)
  }
  return []
}

type Find = (conditions: Conditions, wording?: Wording) => Promise<Item[]>

async function otherwise(sql: CallerSql, { asked, meant }: NearAsked, find: Find): Promise<CloseListing[]> {
  const { conditions, understood, given, read } = asked
  if (meant !== null) {
    const other = understand(await readWords(sql, meant), marketOf(read))
    const items = await find({ ...conditionsOf(given, read, other).conditions, ...notItself(understood) }, other)
    return items.map(({ card }) => ({ ...card, close: { by: 'spelling', words: meant } }))
  }
  const radius = conditions.radius_km
  if (radius?.is !== 'radius') return []
  const items = await find({ ...conditions, radius_km: { ...radius, not: true } })
  return items.map(({ card }) => ({ ...card, close: { by: 'distance' } }))
}

/** Excludes exact matches. */
const notItself = ({ query }: Understood): Conditions => (query ? { what: { is: 'words', query: { not: query } } } : {})

/** Another item that shares a word is not a near match. If no item is known: all known words but one, if they have at least half of the weight. */
function attempts({ understood, words }: Asked): Conditions[] {
  const close =
    understood.things.length > 0
      ? understood.being
      : allButOne(understood, new Set(words.words.flatMap(({ word, ads }) => (ads > 0 ? [word] : []))))
  return [
    ...(close ? [{ close: { is: 'words', query: close } } as const] : []),
    ...(understood.categories.length > 0
      ? [{ close: { is: 'one of', column: 'category', values: understood.categories } } as const]
      : []),
  ]
}

function allButOne({ words, terms, being }: Understood, met: ReadonlySet<string>): Query | null {
  const said = words.flatMap(({ word, query }, at) => (met.has(word) ? [{ query, says: terms[at]?.rarity ?? 0 }] : []))
  if (said.length === 0) return words.length === 0 ? being : null
  if (said.length === 1) return said[0]?.query ?? null
  const sum = said.reduce((total, { says }) => total + says, 0)
  const dropped = said.filter(({ says }) => 2 * says <= sum + 0.001)
  return dropped.length === 0
    ? null
    : anyOf(dropped.map((one) => allOf(said.filter((other) => other !== one).map(({ query }) => query))))
}

/** How each differs from the search. */
async function differences(sql: CallerSql, items: readonly Item[], { understood }: Asked): Promise<CloseListing[]> {
  const lexemes = await lexemesOf(sql, items)
  return items.map(({ card }) => {
    const own = lexemes.get(card.id) ?? new Set<string>()
    const missing = understood.words.filter(({ query }) => !meets(own, query)).map(({ word }) => word)
    const isOther = understood.things.length > 0 && understood.being !== null && !meets(own, understood.being)
    if (missing.length === 0) return { ...card, close: { by: 'mention' } }
    if (isOther || missing.length === understood.words.length) {
      return { ...card, close: { by: 'category', category: card.category } }
    }
    return { ...card, close: { by: 'words', words: missing } }
  })
}

async function lexemesOf(sql: CallerSql, items: readonly Item[]): Promise<Map<string, ReadonlySet<string>>> {
  const ids = `{${items.map(({ card }) => card.id).join()}}`
  const rows = await sql<{ id: string; document: string }>`
    select entry.listing_id as id, entry.document::text as document from private.listing_search entry where entry.listing_id = any (${ids}::uuid[])`
  return new Map(rows.map(({ id, document }) => [id, new Set(readVector(document).map(({ lexeme }) => lexeme))]))
}
