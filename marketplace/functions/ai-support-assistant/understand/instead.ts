import type { Intents } from './understand.ts'

/** Articles that require payments, and their replacements without. */
export const INSTEAD: Readonly<Record<string, string>> = {
  'bank-confirmation': 'payment-problem',
  bundles: 'how-to-buy',
  'buy-a-label': 'shipping',
  'buyer-protection': 'when-to-pay',
  disputes: 'complain',
  'get-paid': 'how-to-pay',
  'meet-up-code': 'handover',
  'not-as-described': 'refunds',
  'parcel-lost': 'where-is-my-parcel',
  'pay-only-here': 'when-to-pay',
  'payout-failed': 'payment-problem',
  payouts: 'bank-details',
  'protection-cost': 'fees',
  'return-an-order': 'refunds',
  'ship-an-order': 'shipping',
  'tax-report': 'invoice',
}

/** Without payments, the likelihood of a missing article counts for its replacement. */
export function answerable(intents: Intents, payments: string | undefined): Intents {
  if (payments !== undefined && payments !== 'off') return intents
  const merged = new Map<string, number>()
  for (const [label, likely] of intents) {
    const known = INSTEAD[label] ?? label
    merged.set(known, (merged.get(known) ?? 0) + likely)
  }
  return merged
}
