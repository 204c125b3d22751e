import { expect, test } from 'vitest'
import { placeLabel } from './place-label.ts'
import { PLACES, placesLike, readPlace } from './places.ts'

test('an area of the list is found without accents, capitals or its city', () => {
  expect(readPlace('graca')).toMatchObject({ area: 'Graça', city: 'Lisbon', lat: 38.718 })
  expect(readPlace(' Gràcia ,  barcelona')).toMatchObject({ city: 'Barcelona', country: 'ES' })
})

test('an unknown area in a known city gets the middle of the city', () => {
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

test('every label of the list reads back to the same place', () => {
  for (const place of PLACES) expect(readPlace(placeLabel(place))).toEqual(place)
})

test('what begins with the typed letters is offered, whatever its accents', () => {
  expect(placesLike('gra').map(placeLabel)).toEqual(['Graça, Lisbon', 'Gràcia, Barcelona'])
  expect(placesLike('graca, l').map(placeLabel)).toEqual(['Graça, Lisbon'])
  expect(placesLike('porto').map(({ city }) => city)).toEqual(['Porto', 'Porto', 'Porto'])
  expect(placesLike('')).toEqual([])
})
