import { expect, test } from 'vitest'
import { readExcluded, readPrice, readSearch } from '../../../../contract/search/read-search.ts'
import { searchParams } from '../../../../contract/search/search-params.ts'
import {
  EMPTY_SEARCH,
  type SearchState,
  sortOf,
  withoutFilters,
  writeSearch,
} from '../../../../contract/search/search-state.ts'
import { activeFilters, traitFilters } from './active-filters.ts'

const full: SearchState = {
  q: 'teal lamp',
  category: 'lamps',
  attributes: { colour: ['blue', 'teal'], watt: { min: 40, max: null }, wireless: true },
  priceMin: 1000,
  priceMax: 8050,
  conditions: ['like_new', 'good'],
  delivery: 'ship',
  type: 'sell',
  sellerType: 'private',
  withPhoto: true,
  postedWithinDays: 7,
  exclude: ['broken', 'parts'],
  hideSeen: true,
  near: { label: 'Graça, Lisbon', lat: 38.718, lng: -9.129 },
  radiusKm: 10,
  box: [-9.2, 38.6, -9.05, 38.8],
  sort: 'price_asc',
  view: 'list',
  page: 3,
}
const read = (query: string) => readSearch(new URLSearchParams(query))

test('a search written to the URL reads back the same', () => {
  expect(readSearch(writeSearch(full))).toEqual({ state: full, ignored: [] })
  expect(String(writeSearch(EMPTY_SEARCH))).toBe('')
})

test('prices in the URL are in whole units', () => {
  expect(writeSearch(full).get('price_min')).toBe('10')
  expect(writeSearch(full).get('price_max')).toBe('80.50')
})

test('a place from the device is written as coordinates', () => {
  const here: SearchState = { ...EMPTY_SEARCH, near: { label: null, lat: 38.7, lng: -9.1 }, radiusKm: 5 }
  expect(String(writeSearch(here))).toBe('lat=38.7&lng=-9.1&radius=5')
  expect(readSearch(writeSearch(here)).state).toEqual(here)
})

test('invalid values are dropped and reported', () => {
  const { state, ignored } = read(
    'q=lamp&price_min=abc&condition=good,shiny&posted_since=2&sort=cheap&category=../x&type=gift',
  )
  expect(state).toEqual({ ...EMPTY_SEARCH, q: 'lamp' })
  expect(ignored.sort()).toEqual(['category', 'condition', 'posted_since', 'price_min', 'sort', 'type'])
})

test('a minimum price above the maximum drops both', () => {
  const { state, ignored } = read('price_min=80&price_max=10')
  expect([state.priceMin, state.priceMax]).toEqual([null, null])
  expect(ignored).toEqual(['price_min', 'price_max'])
})

test('a radius or sorting by distance needs a place', () => {
  expect(read('radius=10&sort=distance').ignored).toEqual(['radius', 'sort'])
  expect(read('place=Atlantis').ignored).toEqual(['place'])
  expect(read('lat=95&lng=0').ignored).toEqual(['lat', 'lng'])
  for (const box of ['1,2,3', '1,9,2,3', 'a,1,2,3', '-190,1,2,3'])
    expect({ box, ignored: read(`box=${box}`).ignored }).toEqual({ box, ignored: ['box'] })
  expect(read('lat=38.7').ignored).toEqual(['lat', 'lng'])
})

test('text searches default to relevance and others to newest, and defaults are not written', () => {
  expect(sortOf({ ...EMPTY_SEARCH, q: 'lamp' })).toBe('relevance')
  expect(sortOf(EMPTY_SEARCH)).toBe('newest')
  expect(sortOf({ ...EMPTY_SEARCH, sort: 'relevance' })).toBe('newest')
  expect(writeSearch({ ...EMPTY_SEARCH, q: 'lamp', sort: 'relevance' }).has('sort')).toBe(false)
  expect(writeSearch({ ...EMPTY_SEARCH, q: 'lamp', sort: 'newest' }).get('sort')).toBe('newest')
})

test('the database gets only the chosen parameters', () => {
  expect(searchParams(EMPTY_SEARCH)).toEqual({ sort: 'newest' })
  expect(searchParams(full)).toEqual({
    q: 'teal lamp',
    category: 'lamps',
    type: 'sell',
    price_min: 1000,
    price_max: 8050,
    condition: ['like_new', 'good'],
    delivery: 'ship',
    lat: 38.718,
    lng: -9.129,
    radius_km: 10,
    box: [-9.2, 38.6, -9.05, 38.8],
    posted_within_days: 7,
    attributes: { colour: ['blue', 'teal'], watt: { min: 40 }, wireless: true },
    seller_type: 'private',
    with_photo: true,
    exclude: ['broken', 'parts'],
    sort: 'price_asc',
  })
})

test('each active filter has a label and the search without it', () => {
  const filters = activeFilters(full, {
    categoryName: 'Lamps',
    money: (minor) => `€${minor / 100}`,
    attribute: (key) => ({ name: key, unit: key === 'watt' ? 'W' : null, say: (value) => value.toUpperCase() }),
  })
  expect(filters.map((filter) => filter.label)).toEqual([
    'Lamps',
    'For sale',
    '€10 to €80.5',
    'Like new, Good',
    'BLUE, TEAL',
    'watt from 40 W',
    'wireless',
    'Within 10 km of Graça, Lisbon',
    'This part of the map',
    'Can be shipped',
    'Private',
    'Last 7 days',
    'With photo',
    'Not seen yet',
    'Not “broken”',
    'Not “parts”',
  ])
  const price = filters.find((filter) => filter.key === 'price')
  expect(price?.without).toEqual({ ...full, priceMin: null, priceMax: null, page: 1 })
})

test('removing the category removes its attributes', () => {
  const [category] = activeFilters(full, {
    categoryName: 'Lamps',
    money: String,
    attribute: (key) => ({ name: key, unit: null, say: String }),
  })
  expect(category?.without).toEqual({ ...full, category: null, attributes: {}, page: 1 })
})

test('attribute words can be removed, and the rest is searched for', () => {
  const search = { ...EMPTY_SEARCH, q: 'Stuhl Weiß, Größe 39', page: 3 }
  const [white, size] = traitFilters(search, [
    { words: 'weiss', kind: 'quality' },
    { words: '39', kind: 'size' },
  ])
  expect(white).toMatchObject({ label: 'weiss', without: { q: 'Stuhl Größe 39', page: 1 } })
  expect(size?.without.q).toBe('Stuhl Weiß, Größe')
})

test('attributes are written to the URL by key, one value after another', () => {
  expect(String(writeSearch({ ...EMPTY_SEARCH, attributes: full.attributes }))).toBe(
    'attr.colour=blue&attr.colour=teal&attr.watt=40..&attr.wireless=true',
  )
  expect(read('attr.year=..2010').state.attributes).toEqual({ year: { min: null, max: 2010 } })
  expect(read('attr.brand=A%2C+B').state.attributes).toEqual({ brand: ['A, B'] })
})

test('invalid attributes are reported', () => {
  const { state, ignored } = read('attr.Colour=blue&attr.watt=60..40&attr.size=..&attr.brand=')
  expect(state.attributes).toEqual({})
  expect(ignored).toEqual(['attr.Colour', 'attr.watt', 'attr.size', 'attr.brand'])
})

test("unknown keys are reported, except other sites' tracking parameters", () => {
  const { state, ignored } = read('q=lamp&colour=blue&utm_source=mail&fbclid=x1&lang=de')
  expect(state).toEqual({ ...EMPTY_SEARCH, q: 'lamp' })
  expect(ignored).toEqual(['colour'])
})

test('a place is written with its coordinates; a known area is also read by name alone', () => {
  const near = { label: 'Évora', lat: 38.567, lng: -7.907 }
  const town: SearchState = { ...EMPTY_SEARCH, near, radiusKm: 25 }
  expect(readSearch(writeSearch(town))).toEqual({ state: town, ignored: [] })
  expect(read('place=Graça, Lisbon').state.near).toEqual(full.near)
})

test('a page out of range is dropped', () => {
  expect(read('page=0').ignored).toEqual(['page'])
  expect(read('page=999').ignored).toEqual(['page'])
  expect(read('page=2').state.page).toBe(2)
})

test('excluded words are parsed from free text, each once and twenty at most', () => {
  expect(readExcluded('Broken, parts broken;  XXL')).toEqual(['broken', 'parts', 'xxl'])
  expect(readExcluded(' , ')).toBeNull()
  expect(readExcluded(Array.from({ length: 30 }, (_, at) => `w${at}`).join(' '))).toHaveLength(20)
})

test('clearing all filters keeps the query, the place and the order', () => {
  expect(withoutFilters(full)).toEqual({ ...EMPTY_SEARCH, q: full.q, near: full.near, sort: full.sort, view: 'list' })
})

test.each([
  ['12', 1200],
  ['9,50', 950],
  ['€ 1 200', 120_000],
  ['-3', null],
  ['1e9', null],
  ['99999999', null],
])('the typed price %s is %s cents', (text, minor) => {
  expect(readPrice(text)).toBe(minor)
})
