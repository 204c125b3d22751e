import { expect, test } from 'vitest'
import { foldersOf, isOver, priceChange } from './change-mark.ts'
import type { SavedAd } from './types.ts'

function saved(change: Partial<SavedAd> & { price?: number | null; state?: string }): SavedAd {
  const { price = 9000, state = 'active', ...rest } = change
  const listing = {
    id: 'a',
    title: 'Desk',
    price_minor: price,
    currency: 'EUR',
    price_type: 'fixed' as const,
    state,
    area: '',
    city: '',
    cover_path: null,
  }
  return { seen_price_minor: 12_000, folder: null, note: '', notify: true, listing, ...rest }
}

test('a changed price is shown with the difference', () => {
  expect(priceChange(saved({}))).toBe('€30 less than when you saved it (−25%)')
  expect(priceChange(saved({ price: 12_050 }))).toBe('€0.50 more than when you saved it')
  for (const same of [saved({ price: 12_000 }), saved({ price: null }), saved({ seen_price_minor: null })])
    expect(priceChange(same)).toBeNull()
})

test('sold and expired ads count as unavailable, reserved ones do not', () => {
  expect(['sold', 'expired', 'active', 'reserved'].map((state) => isOver(saved({ state })))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('folders are sorted by name, with counts', () => {
  const ads = [saved({ folder: 'Kitchen' }), saved({ folder: 'Bikes' }), saved({ folder: 'Kitchen' }), saved({})]
  expect(foldersOf(ads)).toEqual([
    { name: 'Bikes', count: 1 },
    { name: 'Kitchen', count: 2 },
  ])
})
