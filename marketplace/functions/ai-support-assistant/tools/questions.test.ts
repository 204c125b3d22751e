import { expect, test } from 'vitest'
import { wantedThing } from './find-listings.ts'
import { isAboutMyDeals } from './my-deals.ts'
import { isAboutMyAds } from './my-listings.ts'
import { asksForPerson } from './person.ts'
import { adToBegin } from './prefill-ad.ts'

test.each([
  ['I am looking for a desk', 'desk', null],
  ["Hi, I'm looking for a red bike under 200 euros!", 'red bike', 200],
  ['show me chairs up to €50', 'chairs', 50],
  ['can you find me an espresso machine?', 'espresso machine', null],
  ['is there any lamp less than 30€', 'lamp', 30],
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
  expect(isAboutMyDeals(message)).toBe(expected)
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

test.each([
  ['de', 'Hallo, ich suche einen Schreibtisch bis 100 Euro', 'Schreibtisch', 100],
  ['fr', 'je cherche une lampe à moins de 30 €', 'lampe', 30],
  ['es', 'busco una bicicleta roja', 'bicicleta roja', null],
  ['pt', 'estou à procura de um sofá até 200 euros', 'sofá', 200],
] as const)('%s: %s names a thing', (language, message, words, maxPrice) => {
  expect(wantedThing(message, language)).toEqual({ words, maxPrice })
})

test.each([
  ['de', 'Wie suche ich nach Artikeln?'],
  ['fr', 'comment chercher des articles ?'],
  ['es', '¿cómo busco artículos?'],
  ['pt', 'como procuro artigos?'],
] as const)('%s: %s names none', (language, message) => {
  expect(wantedThing(message, language)).toBeNull()
  expect(isAboutMyAds(message, language)).toBe(false)
  expect(adToBegin(message, language)).toBeNull()
})

test.each([
  ['de', 'Ich möchte mein altes Fahrrad für 50 Euro verkaufen', { type: 'sell', title: 'Fahrrad', price: 50 }],
  ['de', 'Kann ich die Umzugskartons verschenken?', { type: 'free', title: 'Umzugskartons' }],
  ['fr', 'je voudrais vendre mon vieux vélo pour 50 euros', { type: 'sell', title: 'Vélo', price: 50 }],
  ['es', 'quiero regalar unas cajas', { type: 'free', title: 'Cajas' }],
  ['pt', 'gostava de trocar a minha guitarra', { type: 'swap', title: 'Guitarra' }],
] as const)('%s: %s begins an ad', (language, message, start) => {
  expect(adToBegin(message, language)).toEqual(start)
})

test.each([
  ['de', 'warum ist meine Anzeige weg?', true],
  ['de', 'wie lange ist meine Anzeige online?', false],
  ['fr', 'pourquoi mon annonce est masquée ?', true],
  ['es', 'dónde está mi anuncio', true],
  ['pt', 'o meu anúncio foi removido?', true],
] as const)('%s: %s is about the own ads: %s', (language, message, expected) => {
  expect(isAboutMyAds(message, language)).toBe(expected)
})

test.each([
  ['de', 'zeig mir meine offenen Angebote'],
  ['fr', 'où sont mes offres ?'],
  ['es', 'qué ofertas tengo'],
  ['pt', 'quais são as minhas propostas?'],
] as const)('%s: %s is about the own offers', (language, message) => {
  expect(isAboutMyDeals(message, language)).toBe(true)
})
