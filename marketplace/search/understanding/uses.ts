import type { CallerSql } from 'souk-backend'
import { anyOf, tsqueryOf } from '../query.ts'
import { headsOf, ofKind, partsOf } from './parts.ts'
import type { ReadWords } from './read-search.ts'
import { type Market, understand } from './understand.ts'
import type { Understood } from './understood.ts'
import { isApart } from './wish.ts'

/** How much rather than an item the words must name a use: the logarithm of the ratio. */
const LEAST_LEAN = 4
/** Of a word that is part of an item's name and of no use. */
const NAME_LEAN = -1

/** What items should be for. */
interface Purpose {
  readonly words: readonly string[]
  /** Items of which it must be one: bags of "bag for a night out". */
  readonly among: readonly string[] | null
}

/**
 * A search that finds nothing may say what something is for, without a word such as "something": "stuffy bedroom", "dry hair". If its words are put so
 * rather than as a name, it is answered by the items whose uses have most of them.
 */
export async function understoodByUse(
  sql: CallerSql,
  read: ReadWords,
  plain: Understood,
  market: Market,
): Promise<Understood> {
  const purpose = plain.query ? purposeIn(read) : null
  if (!purpose) return plain
  const [row] = await sql<{ things: string[] }>`
    select private.items_for(${purpose}::jsonb, ${tsqueryOf(plain.query ?? { any: [] })}::tsquery) as things`
  const things = row?.things ?? []
  if (things.length === 0) return plain
  const served = understand(read, market, [], things)
  return { ...served, query: anyOf([plain.query, served.query]) }
}

/** The use that the words say beside an item, colour, material or size; null if they rather name something. */
export function purposeIn(read: ReadWords): Purpose | null {
  const { words } = read
  const parts = partsOf(read)
  const heads = headsOf(parts, words)
  const apart = new Set(parts.filter((part) => part !== heads && isApart(part)).flatMap(({ places }) => places))
  const beside = words.filter((_, at) => !apart.has(at) && !heads?.places.includes(at))
  const lean = beside.reduce((sum, word) => sum + (word.lean ?? (word.is_word ? NAME_LEAN : 0)), 0)
  if (lean < LEAST_LEAN) return null
  // "Crumbs on the carpet" asks for no carpet.
  const isOne = heads !== null && parts.some(({ link }) => link === 'for')
  const said = isOne ? beside : words.filter((_, at) => !apart.has(at))
  return {
    words: said.filter(({ is_stop, is_filler }) => !is_stop && !is_filler).map(({ word }) => word),
    among: isOne ? ofKind(heads, 'thing').flatMap(({ thing, alike }) => [thing, ...alike]) : null,
  }
}
