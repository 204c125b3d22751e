import { placeLabel } from './place-label.ts'

/** An area from a fixed list. Coordinates are its rough centre, never an address. */
export interface Place {
  area: string
  city: string
  country: string
  lat: number
  lng: number
}

const TABLE: readonly [country: string, city: string, area: string, lat: number, lng: number][] = [
  ['PT', 'Lisbon', 'Alcântara', 38.706, -9.18],
  ['PT', 'Lisbon', 'Alvalade', 38.754, -9.144],
  ['PT', 'Lisbon', 'Anjos', 38.727, -9.135],
  ['PT', 'Lisbon', 'Areeiro', 38.742, -9.132],
  ['PT', 'Lisbon', 'Arroios', 38.733, -9.138],
  ['PT', 'Lisbon', 'Belém', 38.697, -9.207],
  ['PT', 'Lisbon', 'Benfica', 38.751, -9.201],
  ['PT', 'Lisbon', 'Campo de Ourique', 38.718, -9.168],
  ['PT', 'Lisbon', 'Campolide', 38.73, -9.165],
  ['PT', 'Lisbon', 'Chiado', 38.712, -9.141],
  ['PT', 'Lisbon', 'Estrela', 38.712, -9.159],
  ['PT', 'Lisbon', 'Graça', 38.718, -9.129],
  ['PT', 'Lisbon', 'Lapa', 38.709, -9.162],
  ['PT', 'Lisbon', 'Parque das Nações', 38.769, -9.096],
  ['PT', 'Lisbon', 'Penha de França', 38.727, -9.129],
  ['PT', 'Lisbon', 'Saldanha', 38.733, -9.144],
  ['PT', 'Almada', 'Cacilhas', 38.688, -9.147],
  ['PT', 'Cascais', 'Cascais Centro', 38.697, -9.42],
  ['PT', 'Oeiras', 'Oeiras', 38.691, -9.312],
  ['PT', 'Sintra', 'Sintra', 38.796, -9.39],
  ['PT', 'Porto', 'Bonfim', 41.154, -8.595],
  ['PT', 'Porto', 'Cedofeita', 41.154, -8.622],
  ['PT', 'Porto', 'Foz', 41.151, -8.673],
  ['ES', 'Madrid', 'Lavapiés', 40.407, -3.702],
  ['ES', 'Madrid', 'Malasaña', 40.425, -3.705],
  ['ES', 'Barcelona', 'Gràcia', 41.403, 2.157],
  ['ES', 'Barcelona', 'Poblenou', 41.4, 2.202],
  ['DE', 'Berlin', 'Kreuzberg', 52.497, 13.404],
  ['DE', 'Berlin', 'Neukölln', 52.482, 13.434],
  ['DE', 'Berlin', 'Prenzlauer Berg', 52.539, 13.425],
  ['FR', 'Paris', 'Batignolles', 48.888, 2.319],
  ['FR', 'Paris', 'Belleville', 48.873, 2.385],
  ['FR', 'Lyon', 'Croix-Rousse', 45.774, 4.827],
]

/** The areas of the demo cities, in display order. */
export const PLACES: readonly Place[] = TABLE.map(([country, city, area, lat, lng]) => ({
  area,
  city,
  country,
  lat,
  lng,
}))

/** A typed place, as far as it is known. Without coordinates when neither area nor city is known. */
export type TypedPlace = Omit<Place, 'country' | 'lat' | 'lng'> & {
  country: string | null
  lat: number | null
  lng: number | null
}

/** Reads "Graça, Lisbon", "graca" or "Somewhere, Lisbon". Null for a blank text. */
export function readPlace(text: string): TypedPlace | null {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim())
  const city = rest.join(', ')
  if (!first && !city) return null
  const sameName = (a: string, b: string) => fold(a) === fold(b)
  const known = PLACES.find((place) => sameName(place.area, first) && (!city || sameName(place.city, city)))
  if (known) return known
  // For an unknown area of a known city, the centre of its known areas is close enough for distances.
  const inCity = PLACES.filter((place) => sameName(place.city, city || first))
  const [example] = inCity
  if (!example) return { area: first, city: city || first, country: null, lat: null, lng: null }
  const mean = (of: (place: Place) => number) => inCity.reduce((sum, place) => sum + of(place), 0) / inCity.length
  return {
    area: city ? first : '',
    city: example.city,
    country: example.country,
    lat: Math.round(mean((place) => place.lat) * 1000) / 1000,
    lng: Math.round(mean((place) => place.lng) * 1000) / 1000,
  }
}

/** Whether a text looks like a postcode rather than a name: towns cannot be found by postcode. */
export function isPostcode(text: string): boolean {
  return /\d/.test(text) && !/\p{L}{3}/u.test(text)
}

/** Known areas with this prefix, or in a city with this prefix. */
export function placesLike(text: string): Place[] {
  const begun = fold(text)
  if (begun === '') return []
  const fits = (name: string) => fold(name).startsWith(begun)
  return PLACES.filter((place) => fits(place.area) || fits(place.city) || fits(placeLabel(place)))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
