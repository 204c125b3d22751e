import { expect, test } from 'vitest'
import { cityIn } from './city-names.ts'
import { PLACES } from './places.ts'

test('a city is named in the reader’s language, or by its stored name without a translation', () => {
  expect(cityIn('pt', 'Lisbon')).toBe('Lisboa')
  expect(cityIn('de', 'Lisbon')).toBe('Lissabon')
  expect(cityIn('en', 'Lisbon')).toBe('Lisbon')
  expect(cityIn('fr', 'Almada')).toBe('Almada')
})

test('no city in the list of places has only its English name in its own country', () => {
  const own = { PT: 'pt', ES: 'es', DE: 'de', FR: 'fr' } as const
  const english = new Set(['Lisbon', 'Seville', 'Munich', 'Cologne', 'Nuremberg'])
  const shown = PLACES.map(({ city, country }) => cityIn(own[country as keyof typeof own], city))
  expect(shown.filter((city) => english.has(city))).toEqual([])
})
