import { expect, test } from 'vitest'
import { type Conversation, dealOf, type Message, type TalkedAboutAd } from './types.ts'
import { announcementOf, badgeOf, isSaidByBadge, previewOf, progressOf, systemLine } from './wording.ts'

const NOW = new Date(2026, 10, 21, 12, 0)
const listing = { state: 'active' } as TalkedAboutAd // no other field matters here
const offer = { amount_minor: 6500, currency: 'EUR', expires_at: new Date(2026, 10, 22).toISOString() }
const deal = {
  amount_minor: 5200,
  currency: 'EUR',
  mode: 'meetup',
  orders: [],
  state: 'agreed',
  meet_at: null,
} as const
const soon = { ...deal, state: 'scheduled', meet_at: new Date(2026, 10, 21, 18, 30).toISOString() } as const

test('a deal takes precedence over an offer, and an offer over the ad’s state', () => {
  const badge = (given: Parameters<typeof badgeOf>[0]) => badgeOf(given, NOW)?.label ?? null
  expect(badge({ listing, offers: [], deals: [] })).toBeNull()
  expect(badge({ listing: { ...listing, state: 'sold' }, offers: [], deals: [] })).toBe('Sold')
  expect(badge({ listing, offers: [offer], deals: [] })).toBe('Offer €65')
  expect(badge({ listing, offers: [offer], deals: [deal] })).toBe('Deal agreed')
  expect(badge({ listing, offers: [], deals: [soon] })).toBe('Meet today 18:30')
})

test('an expired offer is not shown as open', () => {
  const over = { ...offer, expires_at: new Date(2026, 10, 21, 11, 59).toISOString() }
  expect(badgeOf({ listing, offers: [over], deals: [] }, NOW)).toBeNull()
})

test('a shipment is announced with its tracking number, and an unknown code with a generic line', () => {
  const parcel = { carrier: 'CTT', tracking_number: 'RR123' }
  expect(systemLine({ body: 'deal_shipped', payload: parcel })).toBe('The parcel is on its way: CTT, RR123.')
  expect(systemLine({ body: 'moon_landing', payload: {} })).toBe('The ad changed.')
})

test('the list shows the last text, or the kind of message if it has no text', () => {
  const preview = (words: string, hint: Conversation['last_message_hint'], sender: string | null) =>
    previewOf({ last_message_body: words, last_message_hint: hint, last_sender_id: sender }, 'me')
  expect([preview('See you', null, 'other'), preview('See you', null, 'me')]).toEqual(['See you', 'You: See you'])
  expect([preview('', 'warned', 'other'), preview('', 'deleted', 'other')]).toEqual([
    'Message with a warning',
    'Message deleted',
  ])
  expect([preview('Kiosk', 'meetup', 'me'), preview('2400 EUR', 'offer', 'other')]).toEqual([
    'You: Meet-up: Kiosk',
    'Offer €24',
  ])
  expect([preview('', 'deal_completed', 'me'), preview('', 'deal_shipped', 'other')]).toEqual([
    'Deal completed.',
    'The parcel is on its way.',
  ])
  expect([preview('', 'photo', 'me'), preview('', null, null)]).toEqual(['You: Photo', 'Not delivered yet'])
})

test('a row does not say in its preview what its badge says', () => {
  const repeats = (hint: Conversation['last_message_hint'], given: Parameters<typeof badgeOf>[0]) =>
    isSaidByBadge({ listing: given.listing, last_message_hint: hint }, badgeOf(given, NOW))
  expect(repeats('offer', { listing, offers: [offer], deals: [] })).toBe(true)
  expect(repeats('offer_accepted', { listing, offers: [], deals: [deal] })).toBe(true)
  expect(repeats(null, { listing, offers: [offer], deals: [] })).toBe(false)
  // The badge is about the ad.
  expect(repeats('offer', { listing: { ...listing, state: 'reserved' }, offers: [], deals: [] })).toBe(false)
  expect(repeats('deal_completed', { listing, offers: [], deals: [] })).toBe(false)
})

test('without read receipts nothing is shown as read', () => {
  const message = {
    created_at: '2026-11-21T10:00:00Z',
    delivered_at: '2026-11-21T10:01:00Z',
    read_at: '2026-11-21T10:02:00Z',
  }
  expect(progressOf(message, true)).toMatchObject({ is: 'read', text: expect.stringMatching(/^Read/) })
  expect(progressOf(message, false)).toMatchObject({ is: 'delivered', text: expect.stringMatching(/^Delivered/) })
  expect(progressOf({ ...message, delivered_at: null, read_at: null }).is).toBe('sent')
})

test('screen readers do not get the text of a covered message, in the thread or in the list', () => {
  const abuse = { sender_id: 'other', kind: 'text', body: 'You idiot', notice: 'harassment', payload: {} } as Message
  expect(announcementOf([abuse], 'me', 'Tom')).toBe('Tom sent a message with a warning')
  expect(announcementOf([{ ...abuse, notice: null, body: 'Hello' }], 'me', 'Tom')).toBe('Tom: Hello')
})

test('events of a deal are announced for both users’ actions', () => {
  const line = {
    sender_id: 'me',
    kind: 'system',
    body: 'offer_accepted',
    payload: {},
  } satisfies Partial<Message> as Message
  expect(announcementOf([line], 'me', 'Tom')).toBe('The offer was accepted.')
})

test('a completed deal stays with its ad while that is sold, and not when it is available again', () => {
  const done = { ...deal, state: 'completed', meet_at: soon.meet_at } as const
  const sold = { ...listing, state: 'sold' }
  expect(badgeOf({ listing: sold, offers: [], deals: [done] }, NOW)?.label).toBe('Completed')
  expect(dealOf({ listing: sold, deals: [done] })).toBe(done)
  expect(dealOf({ listing, deals: [done] })).toBeNull()
})
