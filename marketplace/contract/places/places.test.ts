import { expect, test } from 'vitest'
import { placeLabel } from './place-label.ts'
import { PLACES, placesLike, readPlace } from './places.ts'

test('a known area is found without accents, capitals or its city', () => {
  expect(readPlace('graca')).toMatchObject({ area: 'Graça', city: 'Lisbon', lat: 38.718 })
  expect(readPlace(' Gràcia ,  barcelona')).toMatchObject({ city: 'Barcelona', country: 'ES' })
})

test('an unknown area in a known city gets the centre of the city', () => {
  expect(readPlace('Campanhã, Porto')).toEqual({
    area: 'Campanhã',
    city: 'Porto',
    country: 'PT',
    lat: 41.153,
    lng: -8.63,
  })
})

test('an unknown city keeps its name and has no coordinates', () => {
  expect(readPlace('Baixa, Coimbra')).toEqual({ area: 'Baixa', city: 'Coimbra', country: null, lat: null, lng: null })
  expect(readPlace(' , ')).toBeNull()
})

test('every known label reads back to the same place', () => {
  for (const place of PLACES) expect(readPlace(placeLabel(place))).toEqual(place)
})

test('places with the typed prefix are suggested, ignoring accents', () => {
  expect(placesLike('gra').map(placeLabel)).toEqual(['Graça, Lisbon', 'Gràcia, Barcelona'])
  expect(placesLike('graca, l').map(placeLabel)).toEqual(['Graça, Lisbon'])
  expect(placesLike('porto').map(({ city }) => city)).toEqual(['Porto', 'Porto', 'Porto'])
  expect(placesLike('')).toEqual([])
})
