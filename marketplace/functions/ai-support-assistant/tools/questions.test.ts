import { expect, test } from 'vitest'
import { wantedThing } from './find-listings.ts'
import { isAboutMyAds } from './my-listings.ts'
import { asksForPerson } from './person.ts'

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
