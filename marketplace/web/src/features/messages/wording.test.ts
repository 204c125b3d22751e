import { expect, test } from 'vitest'
import type { TalkedAboutAd } from './types.ts'
import { badgeOf, systemLine } from './wording.ts'

const NOW = new Date(2026, 10, 21, 12, 0)
const listing = { state: 'active' } as TalkedAboutAd // nothing else of it matters here
const offer = { amount_minor: 6500, currency: 'EUR', expires_at: new Date(2026, 10, 22).toISOString() }
const deal = { amount_minor: 5200, currency: 'EUR', state: 'agreed', meet_at: null } as const
const soon = { ...deal, state: 'scheduled', meet_at: new Date(2026, 10, 21, 18, 30).toISOString() } as const

test('a deal says more than an offer, and an offer more than the state of the ad', () => {
  const badge = (given: Parameters<typeof badgeOf>[0]) => badgeOf(given, NOW)?.label ?? null
  expect(badge({ listing, offers: [], deals: [] })).toBeNull()
  expect(badge({ listing: { ...listing, state: 'sold' }, offers: [], deals: [] })).toBe('Sold')
  expect(badge({ listing, offers: [offer], deals: [] })).toBe('Offer €65')
  expect(badge({ listing, offers: [offer], deals: [deal] })).toBe('Deal agreed')
  expect(badge({ listing, offers: [], deals: [soon] })).toBe('Meet today 18:30')
})

test('an offer whose time is over is not shown as open', () => {
  const over = { ...offer, expires_at: new Date(2026, 10, 21, 11, 59).toISOString() }
  expect(badgeOf({ listing, offers: [over], deals: [] }, NOW)).toBeNull()
})

test('a parcel is told with its number, and what no version knows yet says so much', () => {
  const parcel = { carrier: 'CTT', tracking_number: 'RR123' }
  expect(systemLine({ body: 'deal_shipped', payload: parcel })).toBe('The parcel is on its way: CTT, RR123.')
  expect(systemLine({ body: 'moon_landing', payload: {} })).toBe('Something about the ad changed.')
})
