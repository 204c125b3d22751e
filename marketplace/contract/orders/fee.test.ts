import { expect, test } from 'vitest'
import { buyerFeeMinor } from './fee.ts'

const FEE = { ship: { fixed: 0.7, percent: 5 }, meet: { fixed: 0.35, percent: 2.5 } }

test.each([
  [5500, 'ship', 'EUR', 345],
  [5500, 'meet', 'EUR', 173],
  [5570, 'ship', 'EUR', 349],
  [1, 'ship', 'EUR', 70],
  [5500, 'ship', 'JPY', 276],
] as const)('%i for %s in %s costs %i', (items, delivery, currency, fee) => {
  expect(buyerFeeMinor(items, delivery, FEE, currency)).toBe(fee)
})
