import { gainOf } from '../types.ts'
import type { DisputeCase } from './types.ts'

export type Choice = 'pay' | 'part' | 'return' | 'whole'

type Sums = Pick<
  DisputeCase['order'],
  'items_minor' | 'shipping_minor' | 'fee_minor' | 'total_minor' | 'seller_fee_minor' | 'label_minor'
>

/** The split of a paid order, in minor units; the three parts add up to the total. */
export interface Split {
  readonly buyer: number
  readonly seller: number
  readonly fees: number
}

/** The refund for a choice. From the price of the items on, everything is refunded. */
export function backOf(choice: Choice, partMinor: number, { items_minor, total_minor }: Sums): number {
  if (choice === 'pay') return 0
  return choice === 'part' && partMinor < items_minor ? partMinor : total_minor
}

export function splitOf(backMinor: number, order: Sums): Split {
  const { total_minor } = order
  if (backMinor >= total_minor) return { buyer: total_minor, seller: 0, fees: 0 }
  const seller = gainOf({ ...order, refunded_minor: backMinor })
  return { buyer: backMinor, seller, fees: total_minor - backMinor - seller }
}
