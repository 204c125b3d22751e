import type { Database } from '../../../../contract/database.types.ts'
import type { ListingSearch } from '../../../../contract/search/search.ts'
import { t } from '../../i18n/t.ts'

export const CADENCES = ['instant', 'hourly', 'daily', 'weekly', 'off'] as const
export type Cadence = (typeof CADENCES)[number]

export const CADENCE_LABEL: Record<Cadence, string> = {
  instant: t('searches.instantly'),
  hourly: t('searches.onceAnHour'),
  daily: t('searches.onceADay'),
  weekly: t('searches.onceAWeek'),
  off: t('searches.notAtAll'),
}

export const CHANNELS = ['in_app', 'mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_LABEL: Record<Channel, string> = {
  in_app: t('common.inApp'),
  mail: t('common.emailShort'),
  push: t('common.push'),
}

export const MAX_NAME = 60
export const MAX_EXCLUDED = 20

/** The saved parameters: filters only, not order or page. */
export const KEPT = [
  'q',
  'category',
  'type',
  'condition',
  'delivery',
  'seller_type',
  'with_photo',
  'price_min',
  'price_max',
  'attributes',
  'lat',
  'lng',
  'radius_km',
  'box',
  'seller',
] as const satisfies readonly (keyof ListingSearch)[]

export type SavedQuery = Pick<ListingSearch, (typeof KEPT)[number]>

type Row = Database['public']['Tables']['saved_searches']['Row']

export interface SavedSearch extends Pick<Row, 'id' | 'name' | 'address' | 'summary' | 'new_count' | 'last_hit_at'> {
  readonly exclude_words: readonly string[]
  readonly cadence: Cadence
  readonly channels: readonly Channel[]
}

/** An ad that a saved search found recently. */
export interface FreshHit {
  readonly listing_id: string
  readonly kind: 'new' | 'price_drop' | 'back'
  readonly found_at: string
  readonly search: Readonly<{ id: string; name: string; address: string }>
}

/** The user's settings of a search. */
export interface SearchChoices {
  readonly name: string
  readonly cadence: Cadence
  readonly channels: readonly Channel[]
  readonly exclude_words: readonly string[]
}

/** The current search, ready to be saved. */
export interface SearchToSave {
  readonly search: ListingSearch
  /** The query string of /browse. */
  readonly address: string
  /** A summary of its filters. */
  readonly summary: string
  /** Suggested name. */
  readonly name: string
}
