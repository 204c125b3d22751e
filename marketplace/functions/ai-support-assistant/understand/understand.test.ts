import { describe, expect, test } from 'vitest'
import { cityNamed } from '../tools/exonyms.ts'
import { isSought, readOffer, readWish } from '../tools/wish.ts'
import { asksAboutWish, goesOnWith, isClear, wishSoFar } from './conversation.ts'
import { decide } from './decide.ts'
import { intentsOf, languageOfMessage } from './understand.ts'

const meant = (message: string) => decide(intentsOf(message), [], [])[0]?.label

test.each([
  ['a stranger asks me for the numbers that came by text', 'scam:code'],
  ['Er meint, ich soll ihm die Ziffern aus der SMS nennen', 'scam:code'],
  ['on me demande un acompte avant la visite', 'scam:prepay'],
  ['puedo hablar con alguien del equipo?', 'person'],
  ['obrigada, já funciona', 'talk:thanks'],
  ['who has texted me', 'my:messages'],
])('%s is understood as %s', (message, label) => {
  expect(meant(message)).toBe(label)
})

test('a story is judged by its most telling sentence', () => {
  const story =
    'Last spring we moved to a bigger flat. My sister found your market and told me all about it. I have two cats. How do I delete my account? We went to the sea on Sunday and the weather was fine.'
  expect(meant(story)).toBe('delete-account')
})

test('the guard’s findings outweigh the wording', () => {
  const label = decide(intentsOf('he says that his cousin takes the sofa'), [], ['courier_scam'])[0]?.label
  expect(label).toMatch(/^scam:/)
})

test.each([
  ['Wo finde ich meine Rechnung dafür?', 'de'],
  ['je ne sais plus comment on fait ça', 'fr'],
  ['no sé dónde está lo que guardé ayer', 'es'],
  ['não sei onde está o que guardei ontem', 'pt'],
  ['I cannot find what I saved yesterday', 'en'],
] as const)('%s is recognised as %s', (message, language) => {
  expect(languageOfMessage(message, language === 'en' ? 'de' : 'en')).toBe(language)
})

test('a short question that is clear by itself does not go on with an item', () => {
  expect(isClear('Where is my order?')).toBe(true)
  expect(isClear('and in grey?')).toBe(false)
})

test('a single short word does not override the page’s language', () => {
  expect(languageOfMessage('bonsai', 'de')).toBe('de')
})

test('a wish names an item, a price and perhaps a place', () => {
  expect(readWish('Hi, I am looking for a desk, under 100 euros', 'en')).toMatchObject({ words: 'desk', maxPrice: 100 })
  expect(readWish('ich suche einen Schreibtisch bis 80 €', 'de')).toMatchObject({ words: 'Schreibtisch', maxPrice: 80 })
  expect(readWish('je cherche un vélo près de Lyon', 'fr').places).toMatchObject([{ name: 'Lyon', words: 'vélo' }])
})

test.each([
  ['a bike over 100 euros', 'en', { minPrice: 100, maxPrice: null }],
  ['a bike for not more than 100 euros', 'en', { minPrice: null, maxPrice: 100 }],
  ['ein Rad ab 50 € bis 80 €', 'de', { minPrice: 50, maxPrice: 80 }],
  ['un vélo entre 50 et 80 euros', 'fr', { minPrice: 50, maxPrice: 80 }],
  ['shoes from 38 to 40', 'en', { minPrice: null, maxPrice: null }],
  ['una bici de 50 a 80 €', 'es', { minPrice: 50, maxPrice: 80 }],
  ['uma bicicleta, pelo menos 50 euros', 'pt', { minPrice: 50, maxPrice: null }],
] as const)('the price limits of “%s”', (message, language, limits) => {
  expect(readWish(message, language)).toMatchObject(limits)
})

test.each([
  ['bikes near lisbon not too dear', 'en', 'lisbon'],
  ['una silla cerca de vila nova de gaia', 'es', 'vila nova de gaia'],
  ['Fahrräder bei Lissabon', 'de', 'Lissabon'],
] as const)('a place may be typed without capitals: “%s”', (message, language, name) => {
  expect(readWish(message, language).places.map((place) => place.name)).toContain(name)
})

test('words for the state of an item are no place', () => {
  expect(readWish('a lamp in nice condition', 'en').places).toEqual([])
  expect(readWish('una mesa en buen estado', 'es').places).toEqual([])
})

test('cities are known by their names in other languages', () => {
  expect(['Lissabon', 'lisbonne', 'MÜNCHEN', 'Londres', 'Braga'].map(cityNamed)).toEqual([
    'Lisbon',
    'Lisbon',
    'Munich',
    'London',
    'Braga',
  ])
})

test('a filler inside an item’s name is kept', () => {
  expect(readWish('¿sigue disponible el cepillo de pelo?', 'es').words).toBe('cepillo de pelo')
})

test('an offer names an item and its price', () => {
  expect(readOffer('I want to sell my old guitar for 80 euros', 'en')).toEqual({ title: 'Guitar', price: 80 })
  expect(readOffer('quero vender a minha mesa por 40€', 'pt')).toEqual({ title: 'Mesa', price: 40 })
})

test('what an item is for comes after the item, in two languages at once, too', () => {
  expect(readWish('i need a ladder for my very high ceiling', 'en').words).toBe('ladder')
  expect(readWish('guten tag, do you have eine leiter?', 'de').words).toBe('leiter')
})

test('what stands before its purpose is the item, even if only the purpose is known', () => {
  expect(readWish('a doodad for my laptop', 'en')).toMatchObject({ words: 'doodad', things: [] })
})

test('a known thing also has its simpler name', () => {
  expect(readWish('have you got any standing lamps', 'en').things).toEqual(['standing lamps', 'lamps'])
})

test('a price limit or nothing but an item reads like a search', () => {
  expect(isSought('something warm, not more than 50', 'en')).toBe(true)
  expect(isSought('oak table', 'en')).toBe(true)
  expect(isSought('how do I take photos of a table', 'en')).toBe(false)
})

test('of a story only the thing is looked for', () => {
  expect(readWish('the washing machine gave up ghost Monday evening', 'en')).toMatchObject({
    words: 'washing machine',
    things: ['washing machine'],
  })
})

describe('the wish that a conversation has come to', () => {
  const said = (...messages: string[]) => messages.map((content) => ({ role: 'user' as const, content }))

  test('grows with each message that adds to it', () => {
    const wish = wishSoFar(
      said('Ich suche eine Leiter bis 80 €', 'und aus Holz?', 'in Berlin', 'geht es günstiger?'),
      'de',
    )
    expect(wish).toMatchObject({ maxPrice: 80, isCheapestFirst: true })
    expect(wish?.places).toEqual([{ name: 'Berlin', words: 'Leiter Holz' }])
  })

  test('is in one place: another replaces it', () => {
    const wish = wishSoFar(said('bikes near Lisbon', 'and in Porto?'), 'en')
    expect(wish?.words).not.toContain('Lisbon')
    expect(wish?.places[0]).toEqual({ name: 'Porto', words: 'bikes' })
  })

  test('ends when something else is asked', () => {
    expect(wishSoFar(said('show me ladders', 'how do I delete my account?'), 'en')).toBeNull()
  })

  test.each([
    ['anything cheaper?', 'en', true],
    ['moins cher', 'fr', true],
    ['em cinzento?', 'pt', true],
    ['und woanders?', 'de', true],
    ['how do I change my password?', 'en', false],
    ['una escalera más barata', 'es', false],
  ] as const)('“%s” (%s) goes on with it: %s', (message, language, goesOn) => {
    expect(goesOnWith(message, language)).toBe(goesOn)
  })

  test.each([
    ['and how much?', true],
    ['onde fica?', true],
    ['was kostet der?', true],
    ['how much are the fees?', false],
    ['where is my parcel?', false],
  ])('“%s” asks about what was found: %s', (message, asks) => {
    expect(asksAboutWish(message)).toBe(asks)
  })
})
