import { expect, test } from 'vitest'
import { wantedThing } from './find-listings.ts'
import { isAboutMyAds } from './my-listings.ts'
import { isAboutMyTrades } from './my-trades.ts'
import { asksForPerson } from './person.ts'
import { adToBegin } from './prefill-ad.ts'

test.each([
  ['I am looking for a desk', 'desk', null],
  ["Hi, I'm looking for a red bike under 200 euros!", 'red bike', 20_000],
  ['show me chairs up to €50', 'chairs', 5000],
  ['can you find me an espresso machine?', 'espresso machine', null],
  ['is there any lamp less than 30€', 'lamp', 3000],
])('%s names a thing', (message, words, maxPrice) => {
  expect(wantedThing(message)).toEqual({ words, maxPrice })
})

test.each([
  'How do I search for items?',
  'where do I find my ads',
  'looking for ',
  'I want to buy something',
  'I want to buy several items',
  'Is my transaction safe?',
  `find me ${'x'.repeat(200)}`,
])('%s names none', (message) => {
  expect(wantedThing(message)).toBeNull()
})

test.each([
  ['why is my ad hidden?', true],
  ['Is my listing online?', true],
  ['what happened to my ads', true],
  ['how long is my ad online', false],
  ['how do I publish my ad', false],
  ['is my account safe', false],
])('%s is about the own ads: %s', (message, expected) => {
  expect(isAboutMyAds(message)).toBe(expected)
})

test('a wish for a person is understood, a word that only looks like it is not', () => {
  expect(asksForPerson('I want to talk to a human')).toBe(true)
  expect(asksForPerson('can I talk to somebody')).toBe(true)
  expect(asksForPerson('a travel agency poster')).toBe(false)
})

test.each([
  ['do I have any offers? where are my offers', true],
  ['did anyone make an offer on my bike', true],
  ['what offers do I have', true],
  ['show my open deals', true],
  ['how do I make an offer', false],
  ['how can I see my offers', false],
  ['what happens when an offer runs out', false],
])('%s is about the own offers and deals: %s', (message, expected) => {
  expect(isAboutMyTrades(message)).toBe(expected)
})

test.each([
  ['I want to sell my old bike for 50 euros', { type: 'sell', title: 'Bike', price: 50 }],
  ['please sell a black desk lamp', { type: 'sell', title: 'Black desk lamp' }],
  ["I'd like to give away some moving boxes", { type: 'free', title: 'Moving boxes' }],
])('%s begins an ad', (message, start) => {
  expect(adToBegin(message)).toEqual(start)
})

test.each(['I want to sell something', 'how do I sell my bike', 'I want to sell', 'can I sell things', 'sell'])(
  '%s begins none',
  (message) => {
    expect(adToBegin(message)).toBeNull()
  },
)

test.each(['open a ticket', 'please create a support ticket for me', 'I want to write to a person'])(
  '%s is a wish for a person',
  (message) => {
    expect(asksForPerson(message)).toBe(true)
  },
)
