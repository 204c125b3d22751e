import { expect, test } from 'vitest'
import { quickWords } from './quick-words.ts'
import type { Message, TalkedAboutAd, TalkedDeal } from './types.ts'

const AD = {
  id: 'a',
  type: 'sell',
  title: 'Desk',
  price_minor: 5000,
  state: 'active',
  price_type: 'negotiable',
} as TalkedAboutAd
const RESERVED = { ...AD, state: 'reserved' }
const createDeal = (state: TalkedDeal['state']): TalkedDeal => ({
  amount_minor: 2400,
  currency: 'EUR',
  mode: 'meetup',
  orders: [],
  state,
  meet_at: state === 'agreed' ? null : '2026-11-28T12:00:00Z',
})
const said = (sender_id: string, kind: Message['kind'] = 'text') => ({ sender_id, kind }) as Message

test('suggests an answer to a seller, then arranging to meet', () => {
  const first = quickWords({ role: 'seller', myId: 'me', ad: AD, deal: null, messages: [said('you')] })
  expect(first[0]).toBe('Yes, still available')
  const later = quickWords({
    role: 'seller',
    myId: 'me',
    ad: AD,
    deal: null,
    messages: [said('you'), said('me'), said('you')],
  })
  expect(later[0]).toBe('When could you come?')
})

test('swaps the roles under a wanted ad', () => {
  const wanted = { ...AD, type: 'wanted' as const }
  expect(quickWords({ role: 'seller', myId: 'me', ad: wanted, deal: null, messages: [said('you')] })).toContain(
    'How much would it be?',
  )
  expect(quickWords({ role: 'buyer', myId: 'me', ad: wanted, deal: null, messages: [said('you')] })).toContain(
    'Want me to send photos?',
  )
})

test('suggests nothing while the user’s own message waits, or for an ad that is gone', () => {
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, deal: null, messages: [said('you'), said('me')] })).toEqual([])
  expect(
    quickWords({ role: 'buyer', myId: 'me', ad: { ...AD, state: 'sold' }, deal: null, messages: [said('you')] }),
  ).toEqual([])
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, deal: null, messages: [] })).toEqual([])
  expect(quickWords({ role: 'buyer', myId: 'me', ad: null, deal: null, messages: [said('you')] })).toEqual([])
})

test('suggests asking for a better price only if negotiable, and running late only with a meeting', () => {
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, deal: null, messages: [said('you')] })).toContain(
    'What’s your best price?',
  )
  const fixed = { ...AD, price_type: 'fixed' as const }
  expect(quickWords({ role: 'buyer', myId: 'me', ad: fixed, deal: null, messages: [said('you')] })).not.toContain(
    'What’s your best price?',
  )
  const meeting = createDeal('scheduled')
  expect(
    quickWords({ role: 'buyer', myId: 'me', ad: RESERVED, deal: meeting, messages: [said('me', 'meetup')] }),
  ).toContain('Running 10 min late')
})

test('suggestions follow the deal: a place once agreed, no meeting once done, and none meant for other buyers', () => {
  const as = (deal: TalkedDeal | null, state: string, last: Message['kind'] = 'offer') =>
    quickWords({ role: 'seller', myId: 'me', ad: { ...AD, state }, deal, messages: [said('you', last)] })
  expect(as(createDeal('agreed'), 'reserved')).toEqual(['When are you free?', 'Could we meet today?'])
  expect(as(createDeal('agreed'), 'reserved', 'text')).toEqual(['Where could we meet?'])
  expect(as(createDeal('agreed'), 'reserved', 'meetup')).toEqual(['That works for me'])
  expect(as(createDeal('completed'), 'sold', 'meetup')).toEqual([])
  const mine = [said('me', 'offer')]
  expect(
    quickWords({ role: 'buyer', myId: 'me', ad: RESERVED, deal: createDeal('agreed'), messages: mine }),
  ).toHaveLength(2)
  expect(as(null, 'active', 'offer')).toEqual([])
  expect(as(null, 'reserved', 'text')).toEqual(['It’s reserved, I’ll let you know if it falls through'])
})
