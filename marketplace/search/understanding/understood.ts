import type { Query } from '../query.ts'

/** What one word or name counts for in the order. */
export interface Term {
  /** Its words in their own forms; other words for the same. */
  readonly forms: readonly string[]
  /** Words that begin so, of one that is still being typed. */
  readonly begins: readonly string[]
  /** Marks of the things that it names. */
  readonly things: readonly string[]
  /** Inverse document frequency: rare words say more. */
  readonly rarity: number
}

/** A part of the words that says how the thing must be; who takes it away searches for the rest. */
export interface Trait {
  readonly words: string
  /** Colours, materials and the like; a size; the maker or the model, or any other word. */
  readonly kind: 'quality' | 'size' | 'other'
}

export interface Correction {
  readonly from: string
  readonly to: string
}

/** What a person typed, as search takes it. Null queries demand nothing. */
export interface Understood {
  /** What an ad must have. */
  readonly query: Query | null
  /** What it must be: one of the things asked for or what would do as well, or else more than a mention of the words. */
  readonly being: Query | null
  /** The words that are asked for, after corrections, with what an ad must have for each. */
  readonly words: readonly { readonly word: string; readonly query: Query }[]
  readonly terms: readonly Term[]
  /** The words side by side. */
  readonly phrase: readonly string[]
  /** Marks of ads for a part of it; null where a part is what is asked for. */
  readonly madeFor: readonly string[] | null
  /** Things that are asked for by name, and leaf categories of such. */
  readonly things: readonly string[]
  readonly categories: readonly string[]
  readonly corrections: readonly Correction[]
  readonly traits: readonly Trait[]
  /** Years of the child that it is for. */
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
  age: null,
}
