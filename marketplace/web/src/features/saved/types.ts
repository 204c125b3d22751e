import type { PriceType } from '../../../../contract/ads/listing-values.ts'
/** A saved ad that may still be read. Money in minor units of the ad's currency. */
export interface SavedAd {
  readonly seen_price_minor: number | null
  readonly folder: string | null
  readonly note: string
  readonly notify: boolean
  readonly listing: Readonly<{
    id: string
    title: string
    price_minor: number | null
    currency: string
    price_type: PriceType
    state: string
    area: string
    city: string
    cover_path: string | null
  }>
}

/** The user's own data about a saved ad. */
export type Remarks = Pick<SavedAd, 'folder' | 'note' | 'notify'>

export const MAX_FOLDER = 40
export const MAX_NOTE = 200
