import type { Address } from '../contract/orders/address.ts'
import type { ParcelSize } from '../contract/orders/parcel-sizes.ts'

/** What a carrier asks for a parcel. */
export interface ShippingRate {
  readonly id: string
  readonly carrier: string
  readonly service: string
  readonly priceMinor: number
  /** ISO 4217. */
  readonly currency: string
  /** Working days on the way; null where the carrier does not say. */
  readonly days: number | null
}

export interface ParcelOffer {
  /** The provider's name of the parcel. */
  readonly shipment: string
  readonly rates: readonly ShippingRate[]
}

export interface ShippingLabel {
  readonly shipment: string
  readonly carrier: string
  readonly service: string
  readonly tracking: string
  readonly trackingUrl: string | null
  readonly priceMinor: number
  readonly currency: string
  /** A PDF to print. */
  readonly labelUrl: string
  /** To be shown at the counter in place of a printed label, where the carrier takes that. */
  readonly qrUrl: string | null
}

export interface ParcelToSend {
  readonly orderId: string
  readonly from: Address
  readonly to: Address
  readonly size: ParcelSize
}

/** What a provider knows of a parcel on its way. */
export interface ParcelReport {
  readonly shipment: string
  readonly status: 'moving' | 'delivered'
}

/** A provider that sells carriers' labels. `SHIPPING=manual` has none: sellers tell carrier and number themselves. */
export interface ShippingProvider {
  /** @throws {NotShippable} when the provider does not take the addresses */
  offer(parcel: ParcelToSend): Promise<ParcelOffer>
  /** The way back of a parcel that was sent with a label from here. */
  offerReturn(shipment: string): Promise<ParcelOffer>
  /** What a parcel costs that was offered. */
  rates(shipment: string): Promise<readonly ShippingRate[]>
  /** Buys a label once: again, also with another rate, answers the one that was bought. */
  buy(shipment: string, rateId: string): Promise<ShippingLabel>
  /** The label of a parcel if it was bought. */
  find(shipment: string): Promise<ShippingLabel | null>
  /** Gives an unused label back. Again changes nothing. */
  giveBack(shipment: string): Promise<void>
}

/** The provider understood what was asked and refused it. */
export class NotShippable extends Error {
  override readonly name = 'NotShippable'
}
