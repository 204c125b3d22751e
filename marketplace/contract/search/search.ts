/**
 * The contract of `search_listings(params)` and `suggest(q)`: what may be asked and what is answered. The SQL side is
 * marketplace/database/schemas/search; how the order comes about stands in docs/search.md.
 */

type SearchListingType = 'sell' | 'wanted' | 'free' | 'swap'
type SearchCondition = 'new' | 'like_new' | 'good' | 'fair' | 'for_parts'
type SearchSort = 'relevance' | 'newest' | 'price_asc' | 'price_desc' | 'distance'
export type SellerType = 'private' | 'business'

/**
 * What an attribute must be: one value, one of several values, or within a range whose ends belong to it.
 * enum, multi and size take ids of options (`"blue"`), text takes words (upper case and accents do not matter), bool takes true or
 * false, int, decimal, year (and sizes that are numbers) take numbers or a range. Of a multi attribute one value in common is enough.
 */
export type AttributeFilter =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | Readonly<{ min?: number; max?: number }>

/**
 * All keys are optional; what is left out, null or empty does not filter. Unknown keys, choices and attributes are
 * ignored and named in `ignored`; a number, UUID, time, sort or cursor that cannot be read is refused (code 22023, a sentence).
 */
export interface ListingSearch {
  /** Words as typed, 200 characters at most. */
  q?: string
  /** Slug of a category of any level: everything below it. */
  category?: string
  type?: SearchListingType | readonly SearchListingType[]
  condition?: SearchCondition | readonly SearchCondition[]
  /** Ads with `both` are found by either. */
  delivery?: 'pickup' | 'ship' | readonly ('pickup' | 'ship')[]
  seller_type?: SellerType
  /** Only true filters. */
  with_photo?: boolean
  /** Minor units, both ends included. Ads without a price are left out. */
  price_min?: number
  price_max?: number
  /** By key of `categories.attributes`; all must hold. An ad that does not say is left out. */
  attributes?: Readonly<Record<string, AttributeFilter>>
  lat?: number
  lng?: number
  /** Needs lat and lng. Ads without a place are left out. */
  radius_km?: number
  /**
   * A part of a map: [west, south, east, north] in degrees, its edges included. Over the date line west is greater than east. Ads
   * without a place are left out.
   */
  box?: readonly [west: number, south: number, east: number, north: number]
  /** First published within so many days (24 h each). Being extended or edited makes no ad new. */
  posted_within_days?: number
  /** First published at this time or later (ISO 8601). */
  posted_since?: string
  /** UUID of a seller, or several. */
  seller?: string | readonly string[]
  /** Words that no ad may have, in any form. */
  exclude?: string | readonly string[]
  /** Only these ads. */
  ids?: readonly string[]
  /** Default: relevance with words, newest without. distance needs lat and lng. */
  sort?: SearchSort
  /** 1 to 48, default 24. */
  limit?: number
  /** `next_cursor` of the page before. Belongs to one sort. */
  cursor?: string
  /** Ask for `facets`. First pages only need them. */
  facets?: boolean
  /** Ask for `why` of every item. */
  explain?: boolean
}

/** One ad as the cards show it. Money in minor units of `currency`. */
export interface FoundListing {
  id: string
  ad_no: number
  title: string
  type: SearchListingType
  price_minor: number | null
  previous_price_minor: number | null
  price_type: 'fixed' | 'negotiable' | 'free' | 'on_request'
  currency: string
  condition: SearchCondition | null
  category: string
  area: string | null
  city: string | null
  lat: number | null
  lng: number | null
  /** Null without lat and lng in the search. */
  distance_km: number | null
  delivery: 'pickup' | 'ship' | 'both'
  state: 'active' | 'reserved'
  published_at: string
  seller_id: string
  cover: { path: string; width: number | null; height: number | null; alt: string | null } | null
  photo_count: number
  photos: { path: string; alt: string | null }[]
  /** Only with `explain`. */
  why?: WhyFound
}

/** Where words were met: details are the category's names and the attributes; synonyms are theirs, and the place. */
export type FoundIn = 'title' | 'details' | 'synonyms' | 'description'

/** Why an ad is among the results, and what moved it. Empty `words` for searches without words. */
export interface WhyFound {
  /** The best place that holds all words; `spread` when only several places together do, `some` when a word is missing. */
  tier: FoundIn | 'spread' | 'some' | null
  words: {
    /** As typed, after corrections. */
    word: string
    in: FoundIn[]
    /** exact: the very word; form: another form of it ("sofas", "sofa"); beginning: a longer word; other: one it is also written as. */
    as: 'exact' | 'form' | 'beginning' | 'other'
  }[]
  /** phrase: the words side by side; new: published in the last 14 days; near: within 20 km; complete: photos, description, details. */
  raised_by: ('phrase' | 'new' | 'near' | 'complete')[]
  /** part: a part or accessory of what was looked for. */
  lowered_by: ('part' | 'reserved')[]
}

export interface FacetCount<Value = string> {
  value: Value
  count: number
}

/** Minor units for prices, else the attribute's unit. Twenty bars; the highest twentieth of all values shares the last. */
export interface Range {
  min: number | null
  max: number | null
  p25: number | null
  p75: number | null
  histogram: { from: number; to: number; count: number }[]
}

/** An attribute that can be filtered by, with what there is of it. */
export interface AttributeFacet {
  key: string
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  /** By language; always has `en`. */
  label: Record<string, string>
  unit: string | null
  /** The unit in languages that write it otherwise; null where none does. */
  unit_labels?: Record<string, string> | null
  /** Whether the category shows it among its main filters. */
  main: boolean
  /**
   * Most frequent first, 30 at most; what is filtered by is always among them, if need be with 0. `value` goes into
   * `attributes` as it is. `label` is by language where the category has it so, and null where
   * the value is its own label (numbers, texts, booleans).
   */
  options: { value: string | number | boolean; label: string | Record<string, string> | null; count: number }[]
  /** Of int, decimal and year attributes. */
  range: Range | null
}

/** Each facet is counted under all filters but its own: a number is what choosing it would give. */
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
   * Of a leaf category: everything that it can be filtered by, in the category's order. Else the main attributes that at least a
   * tenth of the ads have, most first, 8 at most. What is filtered by is always among them.
   */
  attributes: AttributeFacet[]
}

/** One thing that was asked for, given up, and what that would find. */
export interface Relaxation {
  /** Parameter that stands in the way: `q`, `category`, `price`, `radius_km`, ..., `attributes.<key>`. */
  filter: string
  /** As of the page's total. */
  total: number
  total_is_more: boolean
  /**
   * The new values of parameters, null for one to be left out: `{...params, ...change}`. A change of an attribute holds all
   * attributes that remain. The place for a wider radius is the next step of 5, 10, 20, 30, 50, 100, 200 km that finds more.
   */
  change: { [Key in keyof ListingSearch]?: ListingSearch[Key] | null }
}

/**
 * How a close ad differs from what was asked for: it is that without some words; it has the spelling of `did_you_mean`; it only mentions them; somebody looks for it, too; it is
 * further away (see its `distance_km`); it is something else of the category where such things are.
 */
type Difference =
  | { by: 'words'; words: string[] }
  | { by: 'spelling'; words: string }
  | { by: 'mention' }
  | { by: 'wanted' }
  | { by: 'distance' }
  | { by: 'category'; category: string }

export type CloseListing = FoundListing & { close: Difference }

/** The words that are left, and what the others say as filters. */
export interface WrittenFilters {
  q: string
  price_max?: number
  condition?: SearchCondition[]
  /** Name of the town around which `lat`, `lng` and `radius_km` search. */
  place?: string
  lat?: number
  lng?: number
  radius_km?: number
}

/** Words that say how the thing must be: who takes them away searches for the rest. */
export interface WrittenTrait {
  words: string
  /** A colour, a material and the like; a size; a maker, a model or anything else. */
  kind: 'quality' | 'size' | 'other'
}

export interface SearchAnswer {
  /** Ads that are what was asked for. With words, wanted ads only where `type` asks for them. */
  items: FoundListing[]
  /** Where few ads are: what comes close, each with its difference; first page by relevance only. */
  close_items: CloseListing[]
  /**
   * What the words were taken for, null where they name nothing that is known: the leaf categories that hold such things, the nearest
   * first, and a price ("under 50"), a condition ("like new") or a place ("in Porto") among them as the parameters that the answer keeps to.
   */
  understood_as: { categories: string[]; filters: WrittenFilters | null; traits: WrittenTrait[] } | null
  /** Exact up to 10,000; 10,000 with `total_is_more` for all numbers beyond: "10,000+". */
  total: number
  total_is_more: boolean
  /** Null unless asked for. Exact up to 10,000 ads; of more, `facets_are_estimates` is true and one ad in eight is counted. */
  facets: SearchFacets | null
  facets_are_estimates: boolean
  /** Null on the last page. */
  next_cursor: string | null
  /** The order that applies. */
  sort: SearchSort
  /** Words that no ad has, and what was searched for instead. */
  corrections: { from: string; to: string }[]
  /** A spelling that finds much more than the words as typed, which were searched for. Null when there is none. */
  did_you_mean: { q: string; total: number; total_is_more: boolean } | null
  /** On a first page with fewer than 5 ads: what stands in the way, the smallest step first for words and radius, most ads first. */
  relaxed: Relaxation[]
  /** Parameters that mean nothing here, such as `attributes.colour` in a category without colours. */
  ignored: string[]
}

/** The answer of `suggest(q)`, from two characters on; each list may be empty. */
export interface Suggestions {
  /** Searches that find something, most ads first, six at most. */
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
