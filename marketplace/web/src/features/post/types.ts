import type { TypedPlace } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'

/** The shapes that the posting form works with. Rows come from the data API, the form holds only text and flags. */

export const CONDITIONS = ['new', 'like_new', 'good', 'fair', 'for_parts'] as const
export type Condition = (typeof CONDITIONS)[number]

export const CONDITION_TEXT: Record<Condition, string> = {
  new: t('ads.new'),
  like_new: t('ads.likeNew'),
  good: t('ads.good'),
  fair: t('ads.fair'),
  for_parts: t('ads.forParts'),
}

export const AD_TYPES = ['sell', 'free', 'wanted', 'swap'] as const
export type AdType = (typeof AD_TYPES)[number]

export interface AttributeOption {
  id: string
  /** In English. */
  label: string
  /** In other languages. */
  labels?: Record<string, string>
  synonyms?: string[]
}

/** One entry of `categories.attributes`: what the form asks for, and the search filters by. */
export interface Attribute {
  key: string
  label: Record<string, string>
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  unit: string | null
  /** The unit in languages that write it otherwise. */
  unit_labels?: Record<string, string>
  min?: number
  max?: number
  max_length?: number
  options: AttributeOption[]
  required: boolean
  show_on_card: boolean
}

export interface Category {
  slug: string
  parent: string | null
  level: number
  sort: number
  name: Record<string, string>
  synonyms: string[]
  synonyms_i18n: Record<string, string[]> | null
  icon: string
  allow_types: string[]
  photo_min: number
  leaf: boolean
  /** Takes new ads. */
  active: boolean
  attributes: Attribute[]
}

/** What the person has typed so far; everything may still be empty or wrong. Attribute values are kept as text, several choices with commas. */
export interface PostForm {
  type: AdType
  title: string
  category: string
  condition: Condition | ''
  attributes: Record<string, string>
  description: string
  price: string
  openToOffers: boolean
  /** The price is told in messages only. */
  onRequest: boolean
  /** How many there are to sell, as typed. */
  quantity: string
  place: string
  /** The place that was chosen from the suggestions; counts as long as `place` still says it. */
  spot: TypedPlace | null
  meet: boolean
  ship: boolean
  shipCost: string
  /** Suggestions that were taken, by the field that they were for. */
  taken: Readonly<Record<string, Taken>>
}

/** A suggestion that went into the form: what it said, how sure that was (null: it was said), and when it was taken (ISO 8601). */
export interface Taken {
  source: 'photo' | 'voice'
  confidence: number | null
  at: string
  change: Partial<Omit<PostForm, 'taken'>>
}

export const EMPTY_FORM: PostForm = {
  type: 'sell',
  title: '',
  category: '',
  condition: '',
  attributes: {},
  description: '',
  price: '',
  openToOffers: false,
  onRequest: false,
  quantity: '1',
  place: '',
  spot: null,
  meet: true,
  ship: false,
  shipCost: '',
  taken: {},
}

/** The columns of `listings` that a seller may write. */
export interface ListingContent {
  category: string | null
  type: AdType
  title: string
  description: string
  price_minor: number | null
  currency: string
  price_type: 'fixed' | 'negotiable' | 'free' | 'on_request'
  quantity: number
  condition: Condition | null
  attributes: Record<string, string | number | boolean | string[]>
  area: string
  city: string
  /** Left out when unknown, so that the database keeps what it has. */
  country?: string
  lat: number | null
  lng: number | null
  delivery: 'pickup' | 'ship' | 'both'
  ship_cost_minor: number | null
}

export interface ListingPhotoRow {
  id: string
  path: string
  alt: string
  position: number
}

/** A listing of one's own as the form reads it. */
export interface OwnListing extends ListingContent {
  id: string
  state: string
  /** Rises with every change of the ad's content: who saves names the one that he has seen. */
  version: number
  updated_at: string
  listing_photos: ListingPhotoRow[]
  listing_provenance?: { field: string; source: 'photo' | 'voice'; confidence: number | null; confirmed_at: string }[]
}
