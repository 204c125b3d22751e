import type { Intents } from './understand.ts'

/** Articles that exist only where items can be paid for here, and those that answer in their place where they can't. */
export const INSTEAD: Readonly<Record<string, string>> = {
  'bank-confirmation': 'payment-problem',
  bundles: 'how-to-buy',
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

/** Without payments, intents whose article is missing count for the one in its place. */
export function answerable(intents: Intents, payments: string | undefined): Intents {
  if (payments !== undefined && payments !== 'off') return intents
  const merged = new Map<string, number>()
  for (const [label, likely] of intents) {
    const known = INSTEAD[label] ?? label
    merged.set(known, (merged.get(known) ?? 0) + likely)
  }
  return merged
}
