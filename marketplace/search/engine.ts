import type { ClusterAnswer } from '../contract/search/clusters.ts'
import type { FoundListing, ListingSearch, SearchFacets, Suggestions } from '../contract/search/search.ts'
import type { Conditions } from './conditions.ts'
import type { Cursor, SearchSort } from './params.ts'
import type { Query } from './query.ts'
import type { Term, Understood } from './understanding/understood.ts'

/** Ranking input derived from the interpreted search. */
export type Wording = Pick<Understood, 'terms' | 'phrase' | 'madeFor'>

/** One page of a search, for either engine. */
export interface PageAsked {
  readonly conditions: Conditions
  readonly wording: Wording
  readonly sort: SearchSort
  readonly cursor: Cursor | null
  /** Time of the first page, by which freshness is scored. */
  readonly anchor: string
  readonly limit: number
  readonly place: { readonly lat: number; readonly lng: number } | null
}

export interface Hit {
  readonly id: string
  /** Sort key of a hit, for cursors. */
  readonly key: string | number
}

export interface Page {
  readonly hits: readonly Hit[]
  /** Exact up to 10,000; 10,001 for more. */
  readonly total: number
  /** Cursor of the next page. */
  readonly way: Cursor['s']
}

export interface Facets {
  readonly facets: SearchFacets
  readonly areEstimates: boolean
}

/** Numbers of ads that are counted exactly. */
export const MOST_COUNTED = 10_000

/** A search engine. It returns ids; results are read from PostgreSQL with the caller's rights. */
export interface SearchEngine {
  page(asked: PageAsked): Promise<Page>
  /** Numbers of ads, up to 10,001. */
  counts(searches: readonly Conditions[]): Promise<number[]>
  /** @param page  of the same search, whose total need not be counted again */
  facets(
    conditions: Conditions,
    given: Pick<ListingSearch, 'category' | 'attributes'>,
    page: Promise<{ readonly found: Page }>,
  ): Promise<Facets>
  clusters(conditions: Conditions, box: NonNullable<ListingSearch['box']>, side: number): Promise<ClusterAnswer>
  suggest(asked: SuggestionAsked): Promise<Pick<Suggestions, 'queries'> & { readonly listings: readonly string[] }>
}

/** The words, of which the last is incomplete. */
export interface SuggestionAsked {
  readonly words: readonly string[]
  readonly begun: string
  /** Query for the previous words; null if there are none. */
  readonly before: Query | null
  /** Stems of those words, which are not suggested again. */
  readonly said: readonly string[]
}

export type { FoundListing, Term }
