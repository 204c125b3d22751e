import { minorPerUnit } from '../money/money.ts'

export type OrderDelivery = 'ship' | 'meet'

/** The buyer protection fee: a fixed part in units of the currency, and a percentage of the items. */
export type BuyerFee = Readonly<Record<OrderDelivery, Readonly<{ fixed: number; percent: number }>>>

/** The fee in minor units, for display; the database decides (private.buyer_fee). */
export function buyerFeeMinor(itemsMinor: number, delivery: OrderDelivery, fee: BuyerFee, currency: string): number {
  const { fixed, percent } = fee[delivery]
  // In hundredths of a percent, as the database stores it.
  return Math.round(fixed * minorPerUnit(currency)) + Math.round((itemsMinor * Math.round(percent * 100)) / 10_000)
}
