import type { CallerSql } from 'souk-backend'
import type { Given } from '../params.ts'
import { listOf } from '../params.ts'
import { readTyped, type Typed } from './written-filters.ts'

/** A word of a search with its known facts: see `private.read_words`. */
export interface ReadWord {
  readonly word: string
  /** Its stems in five languages, English first, and synonyms. */
  readonly forms: readonly string[]
  /** Those of `forms` that are synonyms. */
  readonly synonyms: readonly string[]
  /** How many ads have one of them, up to 20,000. */
  readonly ads: number
  readonly is_known: boolean
  /** Part of the name of a thing. */
  readonly is_word: boolean
  readonly is_stop: boolean
  readonly is_filler: boolean
  /** A filler such as "something" or "gift". */
  readonly is_wish: boolean
  /** Names a part or an accessory. */
  readonly is_part: boolean
  /** Part of a category's name. */
  readonly is_term: boolean
  /** How much rather it is part of a use than of a name (`private.use_words`); null if no use has it. */
  readonly lean: number | null
  /** Its compound with the next word, if ads have that. */
  readonly as_one: readonly string[] | null
  /** Words of ads with this prefix; for the last word, if it may be incomplete. */
  readonly begins: readonly string[] | null
}

export interface Thing {
  readonly thing: string
  readonly kind: 'thing' | 'q' | 'want' | 'person'
  readonly alike: readonly string[]
  /** Its broader items, nearest first. */
  readonly wider: readonly string[]
  readonly categories: readonly string[]
}

/** An item's name in the words; positions count from 1. */
export interface ReadName {
  readonly first: number
  readonly last: number
  /** It contains a number ("iphone 8 case"). */
  readonly parted: boolean
  readonly ads: number
  readonly languages: readonly string[]
  readonly things: readonly Thing[]
}

export interface ReadWish extends Pick<Thing, 'thing' | 'kind' | 'alike'> {
  readonly stems: readonly string[]
}

export interface ReadWords {
  readonly words: readonly ReadWord[]
  /** By position, longest first. */
  readonly names: readonly ReadName[]
  /** Purposes and recipients all of whose stems are among those of the words. */
  readonly wishes: readonly ReadWish[]
  /** Items for an age, if the words contain a number. */
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
  /** Number of ads. */
  readonly ads: number
  /** The vocabulary has the items of every category. */
  readonly knows_all: boolean
  /** The words without conditions and places. */
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
  /** Null if the category has no such attribute. */
  readonly attributes: Readonly<Record<string, AttributePlan | null>>
  readonly exclude: readonly string[]
  /** Sellers blocked by the caller. */
  readonly blocked: readonly string[]
}

/** Reads all known facts about a search, in one statement. */
export async function readSearch(sql: CallerSql, given: Given): Promise<{ read: ReadSearch; typed: Typed }> {
  const typed = readTyped(given)
  const asked = {
    q: given.q === undefined ? null : typed.q,
    before: typed.place?.before,
    place: typed.place?.name,
    place_languages: typed.place?.languages,
    place_people: typed.place?.people,
    category: given.category,
    attributes: given.attributes,
    condition: given.condition,
    exclude: listOf(given.exclude).join(' '),
  }
  const [row] = await sql<{ read: ReadSearch }>`select private.read_search(${asked}::jsonb) as read`
  if (!row) throw new Error('no search was read')
  return { read: row.read, typed }
}

/** Reads the words again after corrections. */
export async function readWords(sql: CallerSql, said: string): Promise<ReadWords> {
  const [row] = await sql<{ read: ReadWords }>`select private.read_words(${said}) as read`
  return row?.read ?? { words: [], names: [], wishes: [], people: {} }
}
