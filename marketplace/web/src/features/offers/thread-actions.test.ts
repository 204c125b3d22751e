import { expect, test } from 'vitest'
import { adActionsOf, canOffer } from './thread-actions.ts'

const ad = { type: 'sell', quantity: 1, state: 'active', price_type: 'fixed' }
const NOTHING = { offers: [], deals: [] }

test('the menu of a closed conversation neither reserves nor sells', () => {
  const seller = { role: 'seller', ad, canWrite: true } as const
  expect(adActionsOf(seller, NOTHING)).toEqual(['reserve_for', 'sell_to'])
  expect(adActionsOf({ ...seller, ad: { ...ad, state: 'reserved' } }, NOTHING)).toEqual([
    'unreserve_listing',
    'sell_to',
  ])
  expect(adActionsOf({ ...seller, ad: { ...ad, quantity: 3 } }, NOTHING)).toEqual(['sell_to'])
  expect(adActionsOf({ ...seller, canWrite: false }, NOTHING)).toEqual([])
  expect(adActionsOf({ ...seller, role: 'buyer' }, NOTHING)).toEqual([])
})

test('a thread has no offer button while its seller is away', () => {
  const buyer = { role: 'buyer', ad, canWrite: true, myId: 'ben', isOtherAway: false } as const
  expect(canOffer(buyer, NOTHING)).toBe(true)
  expect(canOffer({ ...buyer, isOtherAway: true }, NOTHING)).toBe(false)
  expect(canOffer({ ...buyer, role: 'seller', isOtherAway: true }, NOTHING)).toBe(true)
})
