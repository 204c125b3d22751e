import { PostgrestFilterBuilder } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { visitor } from '../server.ts'

const anna = visitor()
const books = () => anna.from('library_books').select('id').order('id')
const members = () => anna.from('library_members').select('id').order('id')
const loans = () => anna.from('library_loans').select('id').order('id')

type Answer = PromiseLike<{ data: unknown; count: number | null; status: number; statusText: string; error: unknown }>

/** Each filter method of the client, with the remaining rows. */
const FILTERS: Record<string, [ids: number[], call: () => Answer][]> = {
  eq: [[[2], () => books().eq('id', 2)]],
  neq: [[[1, 3, 4], () => books().neq('id', 2)]],
  gt: [[[3, 4], () => books().gt('price_minor', 200)]],
  gte: [[[2, 3, 4], () => books().gte('price_minor', 200)]],
  lt: [[[1], () => books().lt('price_minor', 200)]],
  lte: [[[1, 2], () => books().lte('price_minor', 200)]],
  like: [
    [[1, 4], () => books().like('title', '%Cats%')],
    [[], () => books().like('title', '%cats%')],
  ],
  likeAllOf: [[[1], () => books().likeAllOf('title', ['%Cats%', 'The%'])]],
  likeAnyOf: [[[1, 3, 4], () => books().likeAnyOf('title', ['%Cats%', 'Boats'])]],
  ilike: [[[1, 4], () => books().ilike('title', '%cats%')]],
  ilikeAllOf: [[[4], () => books().ilikeAllOf('title', ['%cats%', 'sail%'])]],
  ilikeAnyOf: [[[3, 4], () => books().ilikeAnyOf('title', ['boats', 'sail%'])]],
  regexMatch: [[[3], () => books().regexMatch('title', '^B.*s$')]],
  regexIMatch: [[[3], () => books().regexIMatch('title', '^b.*S$')]],
  is: [
    [[3], () => books().is('author', null)],
    [[1], () => loans().is('returned', true)],
    [[3], () => loans().is('returned', false)],
  ],
  isDistinct: [
    [[1, 2, 3, 4], () => books().isDistinct('author', 'Nobody')],
    [[2, 3, 4], () => books().isDistinct('author', 'Ada')],
  ],
  in: [
    [[1, 3], () => books().in('id', [1, 3])],
    [[2], () => books().in('title', ['A Dog (and more), "quoted"'.replaceAll('"', '\\"'), 'Nothing'])],
    [[], () => books().in('id', [])],
  ],
  notIn: [[[2, 4], () => books().notIn('id', [1, 3])]],
  contains: [
    [[1], () => members().contains('tags', ['maths'])],
    [[1], () => members().contains('settings', { theme: { name: 'dark' } })],
    [[2], () => members().contains('age_range', '[35,36)')],
  ],
  containedBy: [
    [[2, 3], () => members().containedBy('tags', ['chess', 'go'])],
    [[3], () => members().containedBy('settings', { nothing: 1 })],
  ],
  rangeGt: [[[2], () => members().rangeGt('age_range', '[10,25)')]],
  rangeGte: [[[1, 2], () => members().rangeGte('age_range', '[20,25)')]],
  rangeLt: [[[1], () => members().rangeLt('age_range', '[30,35)')]],
  rangeLte: [[[1], () => members().rangeLte('age_range', '[20,35)')]],
  rangeAdjacent: [
    [[2], () => members().rangeAdjacent('age_range', '[40,50)')],
    [[1], () => members().rangeAdjacent('age_range', '[10,20)')],
  ],
  overlaps: [
    [[1, 2], () => members().overlaps('tags', ['chess', 'maths'])],
    [[1], () => members().overlaps('age_range', '[25,30)')],
  ],
  textSearch: [
    [[1, 4], () => books().textSearch('blurb', 'cat')],
    [[1], () => books().textSearch('blurb', "'cat' & 'lisbon'", { config: 'english' })],
    [[4], () => books().textSearch('title', 'sailing cats', { type: 'plain', config: 'english' })],
    [[4], () => books().textSearch('title', 'with cats', { type: 'phrase', config: 'simple' })],
    [[1], () => books().textSearch('blurb', 'cats -sailing', { type: 'websearch', config: 'english' })],
  ],
  match: [[[2], () => books().match({ id: 2, state: 'lent' })]],
  not: [
    [[1, 2, 4], () => books().not('author', 'is', null)],
    [[2, 4], () => books().not('id', 'in', '(1,3)')],
  ],
  or: [
    [[1, 4], () => books().or('id.eq.1,and(id.gt.3,state.eq.shelf)')],
    [[2, 3], () => books().or('title.eq."Boats",title.like."A Dog (and*"')],
    [[1, 2, 4], () => books().or('not.and(id.eq.3,state.eq.lent)')],
  ],
  filter: [
    [[1, 2], () => books().filter('id', 'in', '(1,2)')],
    [[1], () => members().filter('settings->theme->>name', 'eq', 'dark')],
    [[1, 2], () => members().filter('name', 'eq(any)', '{Ada,Ben}')],
  ],
}
const cases = Object.entries(FILTERS).flatMap(([name, uses]) =>
  uses.map(([ids, call], index) => ({ name: `${name}, ${index + 1}`, ids, call })),
)

test.each(cases)('$name', async ({ ids, call }) => {
  const { data, count, status, statusText, error } = await call()
  expect({ data, count, status, statusText, error }).toEqual({
    data: ids.map((id) => ({ id })),
    count: null,
    status: 200,
    statusText: 'OK',
    error: null,
  })
})

test('every filter method of the client is covered', () => {
  const methods = Object.getOwnPropertyNames(PostgrestFilterBuilder.prototype)
  expect(methods.filter((name) => name !== 'constructor' && name !== 'throwOnError').sort()).toEqual(
    Object.keys(FILTERS).sort(),
  )
})
