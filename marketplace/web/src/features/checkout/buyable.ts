import { buyerFeeMinor, type OrderDelivery } from '../../../../contract/orders/fee.ts'
import { config } from '../../lib/config.ts'

interface Ad {
  type: string
  state: string
  price_minor: number | null
  currency: string
  delivery: string
}

export interface BuyableAd {
  id: string
  price_minor: number
  currency: string
  delivery: string
  ship_cost_minor: number | null
  area: string | null
  city: string | null
  seller: { display_name: string; active_count: number }
}

/** Whether a live ad can be paid for here. */
export function isBuyable(ad: Ad): ad is Ad & { price_minor: number } {
  return config.payments !== 'off' && ad.type === 'sell' && ad.price_minor !== null && ad.currency === config.currency
}

/** The fee for the most common delivery option: shipping if offered. */
export function usualFeeMinor({ price_minor, delivery }: { price_minor: number; delivery: string }): number {
  const way: OrderDelivery = delivery === 'pickup' ? 'meet' : 'ship'
  return buyerFeeMinor(price_minor, way, config.buyerFee, config.currency)
}
