import { afterAll, describe, expect, test } from 'vitest'
import { operator, visitor } from '../server.ts'
import { ask, send } from './wire.ts'

const anna = visitor()

afterAll(async () => {
  await operator().from('library.odd').delete().gt('id', 100)
})

/** Columns of one table whose names are special in the grammar. */
const ODD = ['a.b', 'g"h', 'i\\j', 'k:l', 'with->arrow', 'plus+sign', 'e(f)', 'm-n', 'Two Words'] as const
const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
const odd = (query: string) => ask(`library.odd?${query}`)
const encoded = encodeURIComponent

describe('a name that is special in the grammar', () => {
  test.each(ODD)('%s can be selected, filtered, sorted, written and part of a tree when quoted', async (name) => {
    const column = encoded(quoted(name))
    const value = `value of ${name}`
    expect((await odd(`select=id,${column}&id=eq.1`)).json).toEqual([{ id: 1, [name]: value }])
    expect((await odd(`select=id&${column}=eq.${encoded(value)}`)).json).toEqual([{ id: 1 }])
    expect((await odd(`select=id&or=(${column}.eq.${encoded(quoted(value))},id.eq.77)`)).json).toEqual([{ id: 1 }])
    expect((await odd(`select=id&order=${column}.desc.nullslast,id&limit=1`)).json).toEqual([{ id: 1 }])
    expect((await odd(`select=mine:${column}&id=eq.1`)).json).toEqual([{ mine: value }])
    const row = { id: 101 + ODD.indexOf(name), [name]: 'new' }
    // For an array the client sends the column names in quotes, which an inner quote ends early.
    const sent = /["\\]/.test(name) ? row : [row]
    const written = await anna
      .from('library.odd')
      .upsert(sent)
      .select(`id, ${quoted(name)}`)
    expect(written.data).toEqual([row])
    const changed = await anna
      .from('library.odd')
      .update({ [name]: 'newer' })
      .eq('id', row.id)
      .select(quoted(name))
    expect(changed.data).toEqual([{ [name]: 'newer' }])
  })
})

describe('a list', () => {
  const ids = async (list: string) =>
    ((await odd(`select=id&words=in.${encoded(list)}&order=id`)).json as { id: number }[]).map(({ id }) => id)

  test('keeps commas, quotes, backslashes and parentheses within quotes', async () => {
    expect(await ids('("two, and \\"quoted\\"","back\\\\slash")')).toEqual([2, 3])
    expect(await ids('("(in brackets)",one)')).toEqual([1, 5])
  })

  test('keeps the rest of an element when a quote ends early', async () => {
    expect(await ids('("one"x,back\\slash)')).toEqual([3])
  })

  test('does not distinguish an empty text and the word null from no value', async () => {
    expect(await ids('()')).toEqual([])
    expect(await ids('("")')).toEqual([4])
    expect(await ids('(null)')).toEqual([6])
    expect((await odd('select=id&words=not.in.(one,null)&order=id')).json).toEqual([2, 3, 4, 5].map((id) => ({ id })))
  })
})

describe('hidden rows of an embed', () => {
  const books = (query: string) => ask(`library_books?select=id,library_loans${query}&order=id`)

  test('with an offset or limit of zero do not count for `!inner` and null tests', async () => {
    const all = (await books('!inner(id)')).json as { id: number; library_loans: unknown[] }[]
    expect(all.map(({ library_loans }) => library_loans.length)).toContain(1)
    const several = all.filter(({ library_loans }) => library_loans.length > 1).map(({ id }) => ({ id }))
    const idsOf = async (query: string) => ((await books(query)).json as { id: number }[]).map(({ id }) => ({ id }))
    expect(await idsOf('!inner(id)&library_loans.offset=1')).toEqual(several)
    expect(await idsOf('(id)&library_loans.offset=1&library_loans=not.is.null')).toEqual(several)
    expect(await idsOf('!inner(id)&library_loans.limit=0')).toEqual([])
    expect(await idsOf('!inner(id)&library_loans.limit=1')).toEqual(all.map(({ id }) => ({ id })))
    const counted = await ask('library_books?select=id,library_loans!inner(id)&library_loans.offset=1&limit=1', {
      headers: { Prefer: 'count=exact' },
    })
    expect(counted.headers.get('content-range')).toMatch(new RegExp(`/${several.length}$`))
  })
})

describe('the location of a row', () => {
  const add = (path: string, body: unknown, prefer: string) =>
    send('POST', path, JSON.stringify(body), `return=headers-only${prefer}`)

  test('has every column of its key, in URL encoding', async () => {
    const { status, headers } = await add('library.pairs', { near: 1, 'far away': 'a b&c/ü' }, '')
    expect([status, headers.get('location')]).toEqual([
      201,
      '/library.pairs?near=eq.1&far%20away=eq.a%20b%26c%2F%C3%BC',
    ])
    const found = await ask(String(headers.get('location')).slice(1))
    expect(found.json).toEqual([{ near: 1, 'far away': 'a b&c/ü', note: null }])
  })

  test('is also returned after an upsert of one new or existing row, but not of several or none', async () => {
    const one = { near: 2, 'far away': 'x' }
    const merge = ', resolution=merge-duplicates'
    const first = await add('library.pairs', one, merge)
    const again = await add('library.pairs', { ...one, note: 'merged' }, merge)
    const location = '/library.pairs?near=eq.2&far%20away=eq.x'
    expect([first.status, first.headers.get('location')]).toEqual([201, location])
    expect([again.status, again.headers.get('location')]).toEqual([200, location])
    const several = await add('library.pairs', [one, { near: 3, 'far away': 'y' }], merge.replace('merge', 'ignore'))
    const none = await add('library.pairs', one, ', resolution=ignore-duplicates')
    expect([several.headers.has('location'), none.headers.has('location')]).toEqual([true, false])
    await operator().from('library.pairs').delete().gt('near', 0)
  })
})

test('system columns are only returned when selected by name', async () => {
  const [row] = (await ask('library_books?select=id,tableoid::regclass,ctid&id=eq.1')).json as Record<string, unknown>[]
  expect(row).toEqual({ id: 1, tableoid: 'library_books', ctid: expect.stringMatching(/^\(\d+,\d+\)$/) })
  expect(Object.keys(((await ask('library_books?limit=1')).json as object[])[0] ?? {})).not.toContain('ctid')
})

test('an alias cannot be filtered or sorted by', async () => {
  for (const query of ['number=eq.1', 'order=number', 'or=(number.eq.1)']) {
    const { status, json } = await ask(`library_books?select=number:id&${query}`)
    expect([status, json]).toMatchObject([
      400,
      { code: '42703', message: 'column library_books.number does not exist' },
    ])
  }
})
