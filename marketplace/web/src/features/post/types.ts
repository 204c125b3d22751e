import type { TypedPlace } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'

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
  label: string
  labels?: Record<string, string>
  synonyms?: string[]
}

export interface Attribute {
  key: string
  label: Record<string, string>
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  unit: string | null
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
  /** Open for new ads. */
  active: boolean
  attributes: Attribute[]
}

/** Form values as typed, possibly invalid. Multiple choices are comma-separated. */
export interface PostForm {
  type: AdType
  title: string
  category: string
  condition: Condition | ''
  attributes: Record<string, string>
  description: string
  price: string
  openToOffers: boolean
  onRequest: boolean
  quantity: string
  place: string
  /** The chosen suggestion, valid while `place` is unedited. */
  spot: TypedPlace | null
  meet: boolean
  ship: boolean
  shipCost: string
  /** Accepted suggestions by field. */
  taken: Readonly<Record<string, Taken>>
}

/** An accepted suggestion: value, confidence (null if spoken) and time (ISO 8601). */
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

/** Columns of `listings` that sellers may write. */
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
  /** Omitted when unknown, to keep the stored value. */
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

export interface OwnListing extends ListingContent {
  id: string
  state: string
  /** Increases with each change; used for optimistic locking. */
  version: number
  updated_at: string
  listing_photos: ListingPhotoRow[]
  listing_provenance?: { field: string; source: 'photo' | 'voice'; confidence: number | null; confirmed_at: string }[]
}
