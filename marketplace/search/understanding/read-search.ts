import type { CallerSql } from 'souk-backend'
import type { Given } from '../params.ts'
import { listOf } from '../params.ts'
import { readTyped, type Typed } from './written-filters.ts'

/** A word of a search and what is known of it: see `private.read_words`. */
export interface ReadWord {
  readonly word: string
  /** Its stems in five languages, the English one first, and what means the same. */
  readonly forms: readonly string[]
  /** How many ads have one of them, up to 20,000. */
  readonly ads: number
  readonly is_known: boolean
  readonly is_stop: boolean
  readonly is_filler: boolean
  /** Says that anything would do: "something", "gift". */
  readonly is_wish: boolean
  /** Names a part or an accessory. */
  readonly is_part: boolean
  /** Part of a category's name. */
  readonly is_term: boolean
  /** Forms of it and the next word written as one, if ads have that. */
  readonly as_one: readonly string[] | null
  /** Words of ads that begin so; of the last word, if it may still be being typed. */
  readonly begins: readonly string[] | null
}

export interface Thing {
  readonly thing: string
  readonly kind: 'thing' | 'q' | 'want' | 'person'
  readonly alike: readonly string[]
  /** All that it is as well, the nearest first. */
  readonly wider: readonly string[]
  readonly categories: readonly string[]
}

/** A name of things in the words; places count from 1. */
export interface ReadName {
  readonly first: number
  readonly last: number
  /** A number stands within it ("iphone 8 case"). */
  readonly parted: boolean
  readonly ads: number
  readonly languages: readonly string[]
  readonly things: readonly Thing[]
}

export interface ReadWords {
  readonly words: readonly ReadWord[]
  /** By where they begin, the longest first. */
  readonly names: readonly ReadName[]
  /** What is good for people of an age, if there is a number among the words. */
  readonly people: Readonly<Record<string, readonly string[]>>
}

/** An attribute filter: one of these numbers or marks, or within a range. */
export interface AttributePlan {
  readonly key: string
  readonly min?: number | null
  readonly max?: number | null
  readonly numbers?: readonly number[]
  readonly marks?: readonly string[]
}

export interface ReadSearch extends ReadWords {
  readonly now: string
  /** How many ads there are. */
  readonly ads: number
  /** The vocabulary says of every category what it holds. */
  readonly knows_all: boolean
  /** The words without what is a condition or a place. */
  readonly q: string | null
  readonly place: { readonly name: string; readonly lat: number; readonly lng: number } | null
  readonly condition: readonly string[] | null
  readonly category: {
    readonly slug: string
    readonly root: string
    readonly level: number
    readonly leaf: boolean
    readonly from: number
    readonly to: number
  } | null
  /** Null for what means nothing in the category. */
  readonly attributes: Readonly<Record<string, AttributePlan | null>>
  readonly exclude: readonly string[]
  /** Sellers whom the caller has blocked. */
  readonly blocked: readonly string[]
}

/** Reads a search with the vocabulary and the market, in one statement. */
export async function readSearch(sql: CallerSql, given: Given): Promise<{ read: ReadSearch; typed: Typed }> {
  const typed = readTyped(given)
  const asked = {
    q: given.q === undefined ? null : typed.q,
    before: typed.place?.before,
    place: typed.place?.name,
    category: given.category,
    attributes: given.attributes,
    condition: given.condition,
    exclude: listOf(given.exclude).join(' '),
  }
  const [row] = await sql<{ read: ReadSearch }>`select private.read_search(${asked}::jsonb) as read`
  if (!row) throw new Error('no search was read')
  return { read: row.read, typed }
}

/** Reads words again, once some of them are corrected. */
export async function readWords(sql: CallerSql, said: string): Promise<ReadWords> {
  const [row] = await sql<{ read: ReadWords }>`select private.read_words(${said}) as read`
  return row?.read ?? { words: [], names: [], people: {} }
}
