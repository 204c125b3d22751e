import type { ClusterAnswer } from '../contract/search/clusters.ts'
import type { FoundListing, ListingSearch, SearchFacets, Suggestions } from '../contract/search/search.ts'
import type { Conditions } from './conditions.ts'
import type { Cursor, SearchSort } from './params.ts'
import type { Query } from './query.ts'
import type { Term, Understood } from './understanding/understood.ts'

/** What a page is ordered by, from what was understood. */
export type Wording = Pick<Understood, 'terms' | 'phrase' | 'madeFor'>

/** One page of a search, for either engine. */
export interface PageAsked {
  readonly conditions: Conditions
  readonly wording: Wording
  readonly sort: SearchSort
  readonly cursor: Cursor | null
  /** Time of the first page, by which freshness is judged. */
  readonly anchor: string
  readonly limit: number
  readonly place: { readonly lat: number; readonly lng: number } | null
}

export interface Hit {
  readonly id: string
  /** What the order goes by, as cursors have it. */
  readonly key: string | number
}

export interface Page {
  readonly hits: readonly Hit[]
  /** Exact up to 10,000; 10,001 for more. */
  readonly total: number
  /** How the next page goes on. */
  readonly way: Cursor['s']
}

export interface Facets {
  readonly facets: SearchFacets
  readonly areEstimates: boolean
}

/** Numbers of ads that a search can tell exactly. */
export const MOST_COUNTED = 10_000

/** A search engine as searches see it. It answers with ids: what leaves is read again from PostgreSQL as the caller. */
export interface SearchEngine {
  page(asked: PageAsked): Promise<Page>
  /** Numbers of ads, up to 10,001. */
  counts(searches: readonly Conditions[]): Promise<number[]>
  facets(conditions: Conditions, given: Pick<ListingSearch, 'category' | 'attributes'>): Promise<Facets>
  clusters(conditions: Conditions, box: NonNullable<ListingSearch['box']>, side: number): Promise<ClusterAnswer>
  suggest(asked: SuggestionAsked): Promise<Pick<Suggestions, 'queries'> & { readonly listings: readonly string[] }>
}

/** Words of which the last is still being typed. */
export interface SuggestionAsked {
  readonly words: readonly string[]
  readonly begun: string
  /** What ads must have for the words before it; null if it is the first. */
  readonly before: Query | null
  /** Stems of those words, which are not suggested again. */
  readonly said: readonly string[]
}

export type { FoundListing, Term }
