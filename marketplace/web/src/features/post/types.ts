import type { Tables } from '../../../../contract/database.types.ts'
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

/** The fields of the form, empty. Values are as typed, possibly invalid; multiple choices are comma-separated. */
const EMPTY = {
  type: 'sell' as AdType,
  title: '',
  category: '',
  condition: '' as Condition | '',
  attributes: {} as Record<string, string>,
  description: '',
  price: '',
  openToOffers: false,
  onRequest: false,
  quantity: '1',
  place: '',
  /** The chosen suggestion, valid while `place` is unedited. */
  spot: null as TypedPlace | null,
  meet: true,
  ship: false,
  shipCost: '',
}

type Fields = typeof EMPTY

export interface PostForm extends Fields {
  /** Accepted suggestions by field. */
  taken: Readonly<Record<string, Taken>>
}

export const EMPTY_FORM: PostForm = { ...EMPTY, taken: {} }

/** An accepted suggestion: value, confidence (null if spoken) and time (ISO 8601). */
export interface Taken {
  source: 'photo' | 'voice'
  confidence: number | null
  at: string
  change: Partial<Fields>
}

/** Columns of `listings` that the form writes. */
export const CONTENT_COLUMNS = [
  'category',
  'type',
  'title',
  'description',
  'price_minor',
  'currency',
  'price_type',
  'quantity',
  'condition',
  'attributes',
  'area',
  'city',
  'country',
  'lat',
  'lng',
  'delivery',
  'ship_cost_minor',
] as const

type ContentRow = Pick<Tables<'listings'>, (typeof CONTENT_COLUMNS)[number]>

/** Their values; the table's checks guarantee the narrower types. */
export interface ListingContent
  extends Omit<
    ContentRow,
    'type' | 'price_type' | 'condition' | 'attributes' | 'area' | 'city' | 'country' | 'delivery' | 'category'
  > {
  category: string | null
  type: AdType
  price_type: 'fixed' | 'negotiable' | 'free' | 'on_request'
  condition: Condition | null
  attributes: Record<string, string | number | boolean | string[]>
  area: string
  city: string
  /** Omitted when unknown, to keep the stored value. */
  country?: string
  delivery: 'pickup' | 'ship' | 'both'
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
