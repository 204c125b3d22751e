import type { Query } from '../query.ts'

/** A word in the ranking. */
export interface Term {
  /** Its own forms. */
  readonly forms: readonly string[]
  /** Its synonyms, and words with this prefix if it is incomplete: they count less. */
  readonly weaker: readonly string[]
  /** Marks of the items that it names, alone or with its neighbours. */
  readonly things: readonly string[]
  /** Inverse document frequency: rare words weigh more. */
  readonly rarity: number
  /** An estimate of how many ads match it, counted up to 20,000. */
  readonly ads: number
}

/** An attribute word of the query, which can be removed. */
export interface Trait {
  readonly words: string
  /** Colours, materials and the like; a size; the brand or model, or any other word. */
  readonly kind: 'quality' | 'size' | 'other'
}

export interface Correction {
  readonly from: string
  readonly to: string
}

/** A word or name that ads must have. */
export interface RequiredWord {
  readonly word: string
  readonly query: Query
  readonly forms: readonly string[]
  /** Words with its prefix. */
  readonly begins: readonly string[]
}

/** The interpretation of the typed words. Null queries require nothing. */
export interface Understood {
  /** Required words. */
  readonly query: Query | null
  /** Required item: one of the searched items or a substitute, or else more than a mention of the words. */
  readonly being: Query | null
  /** The required words after corrections. */
  readonly words: readonly RequiredWord[]
  readonly terms: readonly Term[]
  /** The words as a phrase. */
  readonly phrase: readonly string[]
  /** Marks of ads for a part of it; null if a part is searched for. */
  readonly madeFor: readonly string[] | null
  /** Items that are named, and leaf categories of such. */
  readonly things: readonly string[]
  readonly categories: readonly string[]
  readonly corrections: readonly Correction[]
  readonly traits: readonly Trait[]
  /** Words beside the item that no ad has: not required, as they cannot tell ads apart. */
  readonly unmatched: readonly string[]
  /** Age in years of the child that it is for. */
  readonly age: number | null
}

export const NOTHING_TYPED: Understood = {
  query: null,
  being: null,
  words: [],
  terms: [],
  phrase: [],
  madeFor: null,
  things: [],
  categories: [],
  corrections: [],
  traits: [],
  unmatched: [],
  age: null,
}
