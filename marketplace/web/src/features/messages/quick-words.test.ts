import { expect, test } from 'vitest'
import { quickWords } from './quick-words.ts'
import type { Message, TalkedAboutAd } from './types.ts'

const AD = {
  id: 'a',
  type: 'sell',
  title: 'Desk',
  price_minor: 5000,
  state: 'active',
  price_type: 'negotiable',
} as TalkedAboutAd
const said = (sender_id: string, kind: Message['kind'] = 'text') => ({ sender_id, kind }) as Message

test('a seller who was asked is offered an answer, then the way to a meeting', () => {
  const first = quickWords({ role: 'seller', myId: 'me', ad: AD, messages: [said('you')] })
  expect(first[0]).toBe('Yes, still available')
  const later = quickWords({ role: 'seller', myId: 'me', ad: AD, messages: [said('you'), said('me'), said('you')] })
  expect(later[0]).toBe('When could you come?')
})

test('under a wanted ad it is the other way round', () => {
  const wanted = { ...AD, type: 'wanted' as const }
  expect(quickWords({ role: 'seller', myId: 'me', ad: wanted, messages: [said('you')] })).toContain(
    'What would it cost?',
  )
  expect(quickWords({ role: 'buyer', myId: 'me', ad: wanted, messages: [said('you')] })).toContain(
    'Shall I send photos?',
  )
})

test('nobody is prompted while their own words wait, or about what is gone', () => {
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, messages: [said('you'), said('me')] })).toEqual([])
  expect(quickWords({ role: 'buyer', myId: 'me', ad: { ...AD, state: 'sold' }, messages: [said('you')] })).toEqual([])
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, messages: [] })).toEqual([])
  expect(quickWords({ role: 'buyer', myId: 'me', ad: null, messages: [said('you')] })).toEqual([])
})

test('a best price is asked for only where it is negotiable, and lateness is told once there is a meeting', () => {
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, messages: [said('you')] })).toContain(
    'What is your best price?',
  )
  const fixed = { ...AD, price_type: 'fixed' as const }
  expect(quickWords({ role: 'buyer', myId: 'me', ad: fixed, messages: [said('you')] })).not.toContain(
    'What is your best price?',
  )
  expect(quickWords({ role: 'buyer', myId: 'me', ad: AD, messages: [said('me', 'meetup')] })).toContain(
    'Running 10 min late',
  )
})
