import { describe, expect, it } from 'vitest'
import { backOf, splitOf } from './split.ts'

const ORDER = {
  items_minor: 5500,
  shipping_minor: 420,
  fee_minor: 345,
  total_minor: 6265,
  seller_fee_minor: 0,
  label_minor: 0,
}
const WITH_FEE = { ...ORDER, seller_fee_minor: 275 }

describe('the split of a disputed order', () => {
  it.each([
    ['pay', { buyer: 0, seller: 5920, fees: 345 }],
    ['part', { buyer: 1500, seller: 4420, fees: 345 }],
    ['return', { buyer: 6265, seller: 0, fees: 0 }],
    ['whole', { buyer: 6265, seller: 0, fees: 0 }],
  ] as const)('computes the split for "%s"', (choice, split) => {
    expect(splitOf(backOf(choice, 1500, ORDER), ORDER)).toEqual(split)
  })

  it('charges the selling fee on what the seller keeps', () => {
    expect(splitOf(1100, WITH_FEE)).toEqual({ buyer: 1100, seller: 4600, fees: 565 })
  })

  it('refunds everything for an amount of at least the items’ price', () => {
    expect(backOf('part', 5500, ORDER)).toBe(6265)
    expect(backOf('part', 5499, ORDER)).toBe(5499)
  })

  it('always adds up to the amount paid', () => {
    for (let back = 0; back < WITH_FEE.items_minor; back += 37) {
      const { buyer, seller, fees } = splitOf(back, WITH_FEE)
      expect(buyer + seller + fees).toBe(WITH_FEE.total_minor)
    }
  })
})
