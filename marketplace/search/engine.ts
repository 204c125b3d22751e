import type { ListingSearch, SearchAnswer } from '../contract/search/search.ts'

type SearchSort = SearchAnswer['sort']

/** What a word may be met as, and how much rare words count: `private.understood`. */
export interface Term {
  readonly met_as: readonly { readonly lexeme: string; readonly worth: number }[]
  readonly rarity: number
}

/** An attribute filter: one of these numbers or marks, or within a range. */
export interface AttributeAsked {
  readonly key?: string
  readonly min?: number | null
  readonly max?: number | null
  readonly numbers?: readonly number[] | null
  readonly marks?: readonly string[] | null
}

/** A page after the one that ended with this: the same for both engines. */
export interface Cursor {
  readonly s: SearchSort
  readonly k: string | number
  readonly id: string
  readonly at: string
  readonly w?: readonly number[]
}

/** A search as PostgreSQL understood it: `private.engine_search`. Queries are in the syntax of tsquery. */
export interface AskedSearch {
  readonly given: ListingSearch
  readonly sort: SearchSort
  readonly cursor: Cursor | null
  readonly now: string
  /** Names of the filters that apply. */
  readonly filters: readonly string[]
  readonly ignored: readonly string[]
  readonly query: string | null
  readonly being: string | null
  readonly terms: readonly Term[]
  /** The words in their own forms, without prefixes; and side by side. */
  readonly whole: string | null
  readonly phrase: string | null
  /** A part or accessory is searched for. */
  readonly is_part: boolean
  readonly exclude: string | null
  readonly corrections: readonly { readonly from: string; readonly to: string }[]
  readonly understood_as: object | null
  readonly attributes: Readonly<Record<string, AttributeAsked>>
}

export interface Hit {
  readonly id: string
  /** What the order goes by, as cursors have it. */
  readonly key: string | number
}

/** Counts as `private.engine_facets` takes them, and those that need no more. */
export interface CountedFacets {
  readonly counted: {
    readonly prices: readonly { readonly value: number; readonly ads: number }[]
    readonly facts: readonly {
      readonly facet: string
      readonly key: string
      readonly value: unknown
      readonly ads: number
    }[]
    readonly totals: Readonly<Record<string, number>>
  }
  readonly plain: object
}

export interface Found {
  readonly hits: readonly Hit[]
  /** Exact up to 10,000. */
  readonly total: number
  readonly facets: CountedFacets | null
}

/** A document that changed, or is gone if `document` is null. Older versions than the engine has are ignored. */
export interface Change {
  readonly id: string
  readonly version: number
  readonly document: IndexedRow | null
}

/** A row of `listing_search` as `private.engine_documents` returns it. */
export interface IndexedRow extends Readonly<Record<string, unknown>> {
  readonly document: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly state: string
  readonly title_length: number
  readonly label_length: number
  readonly synonym_length: number
  readonly text_length: number
}

export interface Slice {
  readonly slice: string
  readonly ads: number
  readonly stamps: number
}

/** Most documents do not fit the index: somebody else made it, or changed its mapping. */
export class MappingConflict extends Error {
  override readonly name = 'MappingConflict'
}

/** A search engine beside the database. It returns ids; PostgreSQL decides what leaves. */
export interface SearchEngine {
  search(asked: AskedSearch, limit: number, signal?: AbortSignal): Promise<Found>
  /**
   * @param target  an index that is being built; default: the one that is searched
   * @throws {MappingConflict} if most of them were refused; a single one is left out, and the nightly comparison tries it again
   */
  index(changes: readonly Change[], target?: string): Promise<void>
  /** The index that is searched, if it is there and its mapping is ours. */
  current(): Promise<string | null>
  /** A new, empty index. */
  create(): Promise<string>
  /** Searches the new index from now on and deletes all others. */
  publish(index: string): Promise<void>
  /** Counts by the first hex digit of the ids, to be compared with the database's. */
  slices(): Promise<readonly Slice[]>
  /** All ids that begin so. */
  idsOf(slice: string): AsyncIterable<readonly string[]>
  health(): Promise<void>
  close(): Promise<void>
}
