import { expect, test } from 'vitest'
import { readSpokenAd, type SpokenAd, spokenPlaceText } from './spoken-ad.ts'
import { digitsForWords } from './spoken-numbers.ts'

/** The relevant parts of an answer, in short. */
function gist(ad: SpokenAd) {
  return [ad.title, ad.priceMinor, ad.condition, ad.place && spokenPlaceText(ad.place)]
}

test.each<[sentence: string, title: string, priceMinor: number | null, condition: string | null, place: string | null]>(
  [
    [
      'Selling a blue mountain bike in good condition for 120 euros in Graça, Lisbon',
      'Blue mountain bike',
      12_000,
      'good',
      'Graça, Lisbon',
    ],
    [
      'I am selling my oak desk with two drawers, hardly used, for forty five euros near Estrela',
      'Oak desk with two drawers',
      4_500,
      'like_new',
      'Estrela, Lisbon',
    ],
    ['Canon camera, not working, €30', 'Canon camera', 3_000, 'for_parts', null],
    [
      'Vendo bicicleta de montanha azul em bom estado por 120 euros na Graça, Lisboa',
      'Bicicleta de montanha azul',
      12_000,
      'good',
      'Graça, Lisbon',
    ],
    [
      'Vendo um sofá de três lugares como novo por trezentos e cinquenta euros em Alvalade',
      'Sofá de três lugares',
      35_000,
      'like_new',
      'Alvalade, Lisbon',
    ],
    [
      'Vendo bicicleta azul en buen estado por 80 euros en Lavapiés, Madrid',
      'Bicicleta azul',
      8_000,
      'good',
      'Lavapiés, Madrid',
    ],
    [
      'Vendo una lámpara de pie casi nueva por cuarenta y cinco euros en Malasaña',
      'Lámpara de pie',
      4_500,
      'like_new',
      'Malasaña, Madrid',
    ],
    [
      'Verkaufe blaues Fahrrad, guter Zustand, für 120 Euro in Kreuzberg, Berlin',
      'Blaues Fahrrad',
      12_000,
      'good',
      'Kreuzberg, Berlin',
    ],
    [
      'Ich verkaufe einen Schreibtisch aus Eiche, neuwertig, für fünfundvierzig Euro',
      'Schreibtisch aus Eiche',
      4_500,
      'like_new',
      null,
    ],
    [
      'Je vends un vélo bleu en bon état pour 120 euros à Belleville, Paris',
      'Vélo bleu',
      12_000,
      'good',
      'Belleville, Paris',
    ],
    [
      'Je vends une lampe de bureau comme neuve pour quatre-vingt-dix euros à Lyon',
      'Lampe de bureau',
      9_000,
      'like_new',
      'Lyon',
    ],
  ],
)('%s', (sentence, title, priceMinor, condition, place) => {
  expect(gist(readSpokenAd(sentence))).toEqual([title, priceMinor, condition, place])
})

test.each([
  ['Giving away a baby cot in Arroios', 'free', 'Baby cot'],
  ['Procuro mesa de jantar redonda', 'wanted', 'Mesa de jantar redonda'],
  ['Suche ein Fahrrad für Kinder', 'wanted', 'Fahrrad für Kinder'],
  ['Je donne une table basse', 'free', 'Table basse'],
  ['Cambio consola por bicicleta', 'swap', 'Consola por bicicleta'],
])('%s is an ad of the kind %s', (sentence, type, title) => {
  expect(readSpokenAd(sentence)).toMatchObject({ type, title, priceMinor: null })
})

test('a corrected value replaces the first', () => {
  expect(readSpokenAd('Reading lamp, the price is 40 euros, not 14')).toMatchObject({
    title: 'Reading lamp',
    priceMinor: 4_000,
  })
})

test('negotiable and fixed prices are recognised', () => {
  expect(readSpokenAd('Tent for 4 people, 60 euros or best offer')).toMatchObject({
    title: 'Tent for 4 people',
    priceMinor: 6_000,
    isNegotiable: true,
  })
  expect(readSpokenAd('Zelt, 60 Euro VB').isNegotiable).toBe(true)
  expect(readSpokenAd('Tent, 60 euros').isNegotiable).toBe(false)
})

test('numbers and places that belong to the item stay in the title, and nothing is invented', () => {
  expect(gist(readSpokenAd('Lego set 10281 with two figures'))).toEqual([
    'Lego set 10281 with two figures',
    null,
    null,
    null,
  ])
  expect(gist(readSpokenAd('iPhone 13 with 128 gigabytes for 250 euros'))).toEqual([
    'iPhone 13 with 128 gigabytes',
    25_000,
    null,
    null,
  ])
  expect(readSpokenAd('')).toEqual({
    title: '',
    type: null,
    priceMinor: null,
    isNegotiable: false,
    condition: null,
    place: null,
  })
})

test('a long speech becomes a title of valid length', () => {
  const { title } = readSpokenAd(`Selling ${'very comfortable '.repeat(12)}chair for 20 euros`)
  expect([...title].length).toBeLessThanOrEqual(80)
  expect(title.startsWith('Very comfortable')).toBe(true)
})

test.each([
  ['twenty euros', '20 euros'],
  ['one hundred and twenty euros', '120 euros'],
  ['two thousand five hundred euros', '2500 euros'],
  ['cento e vinte euros', '120 euros'],
  ['mil e duzentos euros', '1200 euros'],
  ['ciento veinte euros', '120 euros'],
  ['veinticinco euros', '25 euros'],
  ['einhundertzwanzig Euro', '120 Euro'],
  ['zweitausendfünfhundert Euro', '2500 Euro'],
  ['soixante-quinze euros', '75 euros'],
  ['deux cents euros', '200 euros'],
  ['a two-seater sofa', 'a two-seater sofa'],
])('%s is %s', (said, digits) => {
  expect(digitsForWords(said)).toBe(digits)
})

test.each<[sentence: string, heard: Partial<SpokenAd>]>([
  ['No, the price is 40 and not 14 euros', { title: '', priceMinor: 4_000 }],
  ['no the price is 40 not 14', { title: '', priceMinor: 4_000 }],
  ['Não, o preço é 40, não 14', { title: '', priceMinor: 4_000 }],
  ['Nein, der Preis ist 40 und nicht 14 Euro', { title: '', priceMinor: 4_000 }],
  ['The condition is fair', { title: '', condition: 'fair' }],
  ['Zustand ist sehr gut', { title: '', condition: 'good' }],
  ['O estado é usado', { title: '', condition: 'fair' }],
  ['In Porto, not in Lisbon', { title: '', place: expect.objectContaining({ city: 'Porto' }) }],
  ['No brand bag of leather', { title: 'No brand bag of leather' }],
  ['Good sofa, not leather', { title: 'Good sofa, not leather', condition: null }],
])('the correction "%s" contains only corrected values', (sentence, heard) => {
  expect(readSpokenAd(sentence)).toMatchObject(heard)
})
