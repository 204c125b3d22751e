import type { AdAction } from './api.ts'
import { type ConversationDeals, isOpen } from './types.ts'

/** What decides which actions a thread offers. */
interface Situation {
  role: 'buyer' | 'seller'
  ad: { type: string; quantity: number; state: string; price_type: string } | null
  /** Whether messages can still be sent. */
  canWrite: boolean
}

const SELLABLE = ['active', 'reserved', 'paused', 'expired']

/** The seller's actions on the ad in the thread's menu. */
export function adActionsOf(
  { role, ad, canWrite }: Situation,
  { deals }: Pick<ConversationDeals, 'deals'>,
): AdAction[] {
  // The ad of an open deal is managed through the deal.
  if (role !== 'seller' || !ad || ad.type === 'wanted' || !canWrite || deals.some(isOpen)) return []
  const actions: AdAction[] = []
  if (ad.state === 'active' && ad.quantity === 1) actions.push('reserve_for')
  if (ad.state === 'reserved') actions.push('unreserve_listing')
  if (SELLABLE.includes(ad.state)) actions.push('sell_to')
  return actions
}

/** Whether an offer can be made beside the composer. */
export function canOffer(
  { role, ad, myId, isOtherAway }: Situation & { myId: string; isOtherAway: boolean },
  { offers, deals }: ConversationDeals,
): boolean {
  if (ad?.state !== 'active' || deals.some(isOpen)) return false
  // Offers pause until the seller is back; the thread's header says when.
  if (role === 'buyer' && isOtherAway) return false
  const pending = offers.filter((offer) => offer.current_state === 'pending')
  // The other person's offer is answered on its card.
  if (pending.some((offer) => offer.from_id !== myId)) return false
  // Free items are requested by the buyer, and only once at a time.
  return ad.price_type !== 'free' || (role === 'buyer' && pending.length === 0)
}
