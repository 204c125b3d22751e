/**
 * The contract of `search_listings(params)` and `suggest(q)`: parameters and results. The SQL side is marketplace/database/schemas/search; the
 * ranking is described in docs/search.md.
 */

import type { FieldKind } from '../ads/category-fields.ts'
import type { Condition, Delivery, ListingType, PriceType, SellerType, Sort } from '../ads/listing-values.ts'

/**
 * An attribute filter: one value, several values, or a range with inclusive ends. enum, multi and size take ids of options (`"blue"`), text takes
 * words (ignoring case and accents), bool takes true or false, int, decimal, year (and numeric sizes) take numbers or a range. A multi attribute
 * matches with one value in common.
 */
export type AttributeFilter =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | Readonly<{ min?: number; max?: number }>

/**
 * All keys are optional; missing, null and empty values do not filter. Unknown keys, options and attributes are ignored and listed in `ignored`; an
 * invalid number, UUID, time, sort or cursor is refused (code 22023, with a message).
 */
export interface ListingSearch {
  /** Words as typed, 200 characters at most. */
  q?: string
  /** Slug of a category of any level, including its descendants. */
  category?: string
  type?: ListingType | readonly ListingType[]
  condition?: Condition | readonly Condition[]
  /** Ads with `both` match either. */
  delivery?: 'pickup' | 'ship' | readonly ('pickup' | 'ship')[]
  seller_type?: SellerType
  /** Only true filters. */
  with_photo?: boolean
  /** Minor units, both ends included. Ads without a price do not match. */
  price_min?: number
  price_max?: number
  /** By key of `categories.attributes`; all must match. An ad without the attribute does not match. */
  attributes?: Readonly<Record<string, AttributeFilter>>
  lat?: number
  lng?: number
  /** Needs lat and lng. Ads without a place do not match. */
  radius_km?: number
  /**
   * A map area: [west, south, east, north] in degrees, edges included. Across the date line west is greater than east. Ads without a place do not
   * match.
   */
  box?: readonly [west: number, south: number, east: number, north: number]
  /** First published within this many days (24 h each). Extending or editing does not make an ad new. */
  posted_within_days?: number
  /** First published at this time or later (ISO 8601). */
  posted_since?: string
  /** UUID of a seller, or several. */
  seller?: string | readonly string[]
  /** Excluded words, in any form. */
  exclude?: string | readonly string[]
  /** Only these ads. */
  ids?: readonly string[]
  /** Default: relevance with words, newest without. distance needs lat and lng. */
  sort?: Sort
  /** 1 to 48, default 24. */
  limit?: number
  /** `next_cursor` of the previous page. Valid for one sort only. */
  cursor?: string
  /** Includes `facets`. Needed for first pages only. */
  facets?: boolean
  /** Includes `why` for every item. */
  explain?: boolean
}

/** An ad for cards. Money in minor units of `currency`. */
export interface FoundListing {
  id: string
  ad_no: number
  title: string
  type: ListingType
  price_minor: number | null
  previous_price_minor: number | null
  price_type: PriceType
  currency: string
  condition: Condition | null
  category: string
  area: string | null
  city: string | null
  lat: number | null
  lng: number | null
  /** Null without lat and lng in the search. */
  distance_km: number | null
  delivery: Delivery
  state: 'active' | 'reserved'
  published_at: string
  seller_id: string
  cover: { path: string; width: number | null; height: number | null; alt: string | null } | null
  photo_count: number
  photos: { path: string; alt: string | null }[]
  /** Only with `explain`. */
  why?: WhyFound
}

/** Where words matched: details are the category's names and the attributes; synonyms are theirs, and the place. */
export type FoundIn = 'title' | 'details' | 'synonyms' | 'description'

/** Why an ad is among the results, and what affected its rank. Empty `words` for searches without words. */
export interface WhyFound {
  /** The best part that has all words; `spread` if only several parts together do, `some` if a word is missing. */
  tier: FoundIn | 'spread' | 'some' | null
  words: {
    /** As typed, after corrections. */
    word: string
    in: FoundIn[]
    /** exact: the same word; form: another form of it ("sofas", "sofa"); beginning: a longer word; other: a synonym. */
    as: 'exact' | 'form' | 'beginning' | 'other'
  }[]
  /** phrase: the words side by side; new: published in the last 14 days; near: within 20 km; complete: photos, description, details. */
  raised_by: ('phrase' | 'new' | 'near' | 'complete')[]
  /** part: a part or accessory of the searched item. */
  lowered_by: ('part' | 'reserved')[]
}

export interface FacetCount<Value = string> {
  value: Value
  count: number
}

/** Minor units for prices, else the attribute's unit. Twenty bars; the top twentieth of all values share the last. */
export interface Range {
  min: number | null
  max: number | null
  p25: number | null
  p75: number | null
  histogram: { from: number; to: number; count: number }[]
}

/** A filterable attribute with its values. */
export interface AttributeFacet {
  key: string
  type: FieldKind
  /** By language; always has `en`. */
  label: Record<string, string>
  unit: string | null
  /** The unit in languages that write it differently; null if none does. */
  unit_labels?: Record<string, string> | null
  /** Whether it is one of the category's main filters. */
  main: boolean
  /**
   * Most frequent first, 30 at most; filtered values are always included, possibly with 0. `value` is used in `attributes` as is. `label` is by
   * language if the category has labels, and null if the value is its own label (numbers, texts, booleans).
   */
  options: { value: string | number | boolean; label: string | Record<string, string> | null; count: number }[]
  /** For int, decimal and year attributes. */
  range: Range | null
}

/** Each facet is counted under all filters but its own: a number predicts the result of choosing it. */
export interface SearchFacets {
  /** Every level; ads count for all their ancestors. */
  category: { slug: string; count: number }[]
  condition: FacetCount[]
  type: FacetCount[]
  /** `both` counts on either side. */
  delivery: FacetCount<'pickup' | 'ship'>[]
  seller_type: FacetCount<SellerType>[]
  /** Ads with a photo. */
  with_photo: number
  /** Ads first published within 1, 3, 7 and 30 days. */
  posted: { days: number; count: number }[]
  price: Range
  /**
   * For a leaf category: all filterable attributes, in the category's order. Otherwise the main attributes of at least a tenth of the ads, most
   * frequent first, 8 at most. Filtered attributes are always included.
   */
  attributes: AttributeFacet[]
}

/** One filter to relax, and the number of results without it. */
export interface Relaxation {
  /** The parameter to relax: `q`, `category`, `price`, `radius_km`, ..., `attributes.<key>`. */
  filter: string
  /** Like the page's total. */
  total: number
  total_is_more: boolean
  /**
   * New values of parameters, null for removed ones: `{...params, ...change}`. A change of an attribute has all remaining attributes. A wider radius
   * is the next step of 5, 10, 20, 30, 50, 100, 200 km with more results.
   */
  change: { [Key in keyof ListingSearch]?: ListingSearch[Key] | null }
}

/**
 * How a near match differs from the search: it lacks some words; it matches the spelling of `did_you_mean`; it only mentions them;
 * it is further away (see its `distance_km`); it is another item of the category.
 */
type Difference =
  | { by: 'words'; words: string[] }
  | { by: 'spelling'; words: string }
  | { by: 'mention' }
  | { by: 'distance' }
  | { by: 'category'; category: string }

export type CloseListing = FoundListing & { close: Difference }

/** The remaining words, and the filters taken from the others. */
export interface WrittenFilters {
  q: string
  price_max?: number
  condition?: Condition[]
  /** Name of the town around which `lat`, `lng` and `radius_km` search. */
  place?: string
  lat?: number
  lng?: number
  radius_km?: number
}

/** Attribute words: removing one searches for the rest. */
export interface WrittenTrait {
  words: string
  /** A colour, material and the like; a size; a brand, model or anything else. */
  kind: 'quality' | 'size' | 'other'
}

export interface SearchAnswer {
  /** Exact matches. With words, wanted ads only if `type` requests them. */
  items: FoundListing[]
  /** With few matches: near matches, each with its difference; on the first page by relevance only. */
  close_items: CloseListing[]
  /**
   * How the words were interpreted, null if they name nothing known: leaf categories of such items, nearest first, and a price ("under 50"), a
   * condition ("like new") or a place ("in Porto") among them, as the parameters applied.
   */
  understood_as: { categories: string[]; filters: WrittenFilters | null; traits: WrittenTrait[] } | null
  /** Exact up to 10,000; beyond, 10,000 with `total_is_more`: "10,000+". */
  total: number
  total_is_more: boolean
  /** Null unless requested. Exact up to 10,000 ads; beyond, `facets_are_estimates` is true and one ad in eight is counted. */
  facets: SearchFacets | null
  facets_are_estimates: boolean
  /** Null on the last page. */
  next_cursor: string | null
  /** The effective order. */
  sort: Sort
  /** Words without matches, and their replacements. */
  corrections: { from: string; to: string }[]
  /** Words beside a known item that no ad has and that were left out: qualities, and unknown words where no maker stands. */
  unmatched: string[]
  /** A spelling with many more results than the words as typed, which were searched for. Null if there is none. */
  did_you_mean: { q: string; total: number; total_is_more: boolean } | null
  /** On a first page with fewer than 5 ads: filters to relax, the smallest step first for words and radius, most ads first. */
  relaxed: Relaxation[]
  /** Parameters without effect here, such as `attributes.colour` in a category without colours. */
  ignored: string[]
}

/** The result of `suggest(q)`, from two characters on; each list may be empty. */
export interface Suggestions {
  /** Queries with results, most ads first, six at most. */
  queries: string[]
  categories: {
    slug: string
    name: Record<string, string>
    parent: string | null
    icon: string
    count: number
  }[]
  listings: Pick<FoundListing, 'id' | 'title' | 'price_minor' | 'price_type' | 'currency' | 'type' | 'city' | 'cover'>[]
}
