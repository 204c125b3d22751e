import { describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask } from './wire.ts'

const anna = visitor()
const books = () => anna.from('library_books')
const members = () => anna.from('library_members')
const ids = (rows: { id: number }[] | null) => rows?.map(({ id }) => id)

describe('selecting', () => {
  test('columns can be chosen, renamed and cast', async () => {
    const { data } = await books().select('id, name:title, price_minor::text').eq('id', 1)
    expect(data).toEqual([{ id: 1, name: 'The Cats of Lisbon', price_minor: '100' }])
  })

  test('a path into json and into an array returns its value', async () => {
    const { data } = await members()
      .select('name, theme:settings->theme->>name, settings->sizes->1, tags->0')
      .eq('id', 1)
    expect(data).toEqual([{ name: 'Ada', theme: 'dark', sizes: 20, tags: 'maths' }])
  })

  test('a computed field is selected and filtered like a column, but is not part of *', async () => {
    const { data } = await members().select('name,library_initial').eq('library_initial', 'B')
    expect(data).toEqual([{ name: 'Ben', library_initial: 'B' }])
    const { data: whole } = await members().select('*').eq('id', 1).single()
    expect(whole).not.toHaveProperty('library_initial')
  })

  test('numbers keep all digits of PostgreSQL', async () => {
    const { text } = await ask('library_members?select=big,balance&id=eq.1')
    expect(text).toBe('[{"big":9223372036854775807,"balance":1.10}]')
  })

  test('a view is read like a table', async () => {
    const { data } = await anna.from('library_cheap_books').select('title')
    expect(data).toEqual([{ title: 'The Cats of Lisbon' }])
  })

  test('an unknown column causes PostgreSQL’s own error', async () => {
    const { error, status } = await books().select('id,missing')
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '42703', message: 'column library_books.missing does not exist' })
  })

  test('a cast to an invalid type is refused before it reaches SQL', async () => {
    // What follows a complete list is ignored.
    expect((await books().select('id::int;drop').eq('id', 1)).data).toEqual([{ id: 1 }])
    expect((await books().select('id::nonsense')).error).toMatchObject({
      code: '42704',
      message: 'type "nonsense" does not exist',
    })
  })
})

describe('filtering', () => {
  test.each([
    ['eq', () => books().select('id').eq('id', 2), [2]],
    ['neq', () => books().select('id').neq('id', 2), [1, 3, 4]],
    ['gt and lte', () => books().select('id').gt('price_minor', 100).lte('price_minor', 300), [2, 3]],
    ['like', () => books().select('id').like('title', '%Cats%'), [1, 4]],
    ['ilike with the protocol’s own wildcard', () => books().select('id').ilike('title', '*cats*'), [1, 4]],
    ['likeAnyOf', () => books().select('id').likeAnyOf('title', ['%Dog%', 'Boats']), [2, 3]],
    ['ilikeAllOf', () => books().select('id').ilikeAllOf('title', ['%cats%', 'sail%']), [4]],
    ['match', () => books().select('id').filter('title', 'match', '^B'), [3]],
    [
      'in with quotes, commas and parentheses',
      () => books().select('id').filter('title', 'in', '("A Dog (and more), \\"quoted\\"",Boats)'),
      [2, 3],
    ],
    ['in with an empty list', () => books().select('id').in('id', []), []],
    ['not in', () => books().select('id').not('id', 'in', '(1,2)'), [3, 4]],
    ['is null', () => books().select('id').is('author', null), [3]],
    ['not is null', () => books().select('id').not('author', 'is', null), [1, 2, 4]],
    ['isdistinct', () => books().select('id').filter('author', 'isdistinct', 'Ada'), [2, 3, 4]],
    ['full text on a tsvector', () => books().select('id').textSearch('blurb', 'cat', { config: 'english' }), [1, 4]],
    [
      'full text on plain text',
      () => books().select('id').textSearch('title', 'sailing cat', { type: 'websearch', config: 'english' }),
      [4],
    ],
    ['or with a nested and', () => books().select('id').or('id.eq.3,and(state.eq.shelf,price_minor.gt.200)'), [3, 4]],
    ['negated logic', () => books().select('id').not('id', 'gt', 1).or('not.and(id.eq.1,state.eq.lent)'), [1]],
    [
      'or with a quoted value',
      () => books().select('id').or('title.eq."A Dog (and more), \\"quoted\\"",id.eq.3'),
      [2, 3],
    ],
  ])('%s', async (_name, query, expected) => {
    const { data, error } = await query().order('id')
    expect(error).toBeNull()
    expect(ids(data)).toEqual(expected)
  })

  test.each([
    ['arrays contain', () => members().select('id').contains('tags', ['maths']), [1]],
    ['arrays overlap', () => members().select('id').overlaps('tags', ['chess', 'none']), [2]],
    [
      'json contains',
      () =>
        members()
          .select('id')
          .contains('settings', { theme: { name: 'dark' } }),
      [1],
    ],
    ['a json path', () => members().select('id').eq('settings->theme->>name', 'light'), [2]],
    ['a json number', () => members().select('id').eq('settings->level', 3), [1]],
    ['ranges overlap', () => members().select('id').overlaps('age_range', '[25,35)'), [1, 2]],
    ['ranges are adjacent', () => members().select('id').rangeAdjacent('age_range', '[40,50)'), [2]],
  ])('%s', async (_name, query, expected) => {
    const { data, error } = await query().order('id')
    expect(error).toBeNull()
    expect(ids(data)).toEqual(expected)
  })

  test('null as a value is a text, so it finds nothing', async () => {
    expect((await books().select('id').eq('author', 'null')).data).toEqual([])
  })

  test('a value stays a value, whatever it looks like', async () => {
    for (const attack of ["'; drop table library_books; --", '" or 1=1', '\\', "E'\\x00", '$1', '{},()"']) {
      const { data, error } = await books().select('id').eq('title', attack)
      expect(error).toBeNull()
      expect(data).toEqual([])
    }
    expect((await books().select('id')).data).toHaveLength(4)
  })

  test('a column name stays a name, whatever it looks like', async () => {
    const { error } = await books().select('id').eq('"id"" is null or 1=1 --"', 1)
    expect(error?.code).toBe('PGRST100')
    const { json } = await ask(`library_books?select=id&${encodeURIComponent('"i\\"d"')}=eq.1`)
    expect(json).toMatchObject({ code: '42703', message: 'column library_books.i"d does not exist' })
  })

  test('an invalid literal causes PostgreSQL’s own error', async () => {
    const { error, status } = await books().select('id').eq('id', 'seven')
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '22P02', message: 'invalid input syntax for type integer: "seven"' })
  })

  test('an unknown operator is refused with its position', async () => {
    const { status, json } = await ask('library_books?id=equals.1')
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'PGRST100', message: '"failed to parse filter (equals.1)" (line 1, column 1)' })
  })
})

describe('ordering and paging', () => {
  test('order supports directions and the position of nulls', async () => {
    const { data } = await books().select('id').order('author', { ascending: false, nullsFirst: true }).order('id')
    expect(ids(data)).toEqual([3, 4, 2, 1])
  })

  test('range is a window, and a count includes the rows outside', async () => {
    const { data, count, status } = await books().select('id', { count: 'exact' }).order('id').range(1, 2)
    expect(ids(data)).toEqual([2, 3])
    expect(count).toBe(4)
    expect(status).toBe(206)
  })

  test('a complete result with its count is 200', async () => {
    const { count, status } = await books().select('id', { count: 'exact' })
    expect([count, status]).toEqual([4, 200])
  })

  test('a count alone needs no rows', async () => {
    const { data, count } = await books().select('*', { count: 'exact', head: true }).eq('state', 'lent')
    expect(data).toBeNull()
    expect(count).toBe(2)
  })

  test('planned and estimated counts are numbers', async () => {
    expect((await books().select('id', { count: 'planned' })).count).toEqual(expect.any(Number))
    expect((await books().select('id', { count: 'estimated' })).count).toBe(4)
  })

  test('an offset beyond the count is not satisfiable', async () => {
    const { error, status } = await books().select('id', { count: 'exact' }).range(100, 110)
    expect(status).toBe(416)
    expect(error).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 100 was requested, but there are only 4 rows.',
    })
  })

  test('the Range header works on GET', async () => {
    const { status, json, headers } = await ask('library_books?select=id&order=id', {
      headers: { Range: '1-2', Prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range')]).toEqual([206, '1-2/4'])
    expect(json).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('a negative limit is refused, limit 0 is an empty answer', async () => {
    expect((await ask('library_books?limit=-1')).status).toBe(416)
    expect((await ask('library_books?limit=0')).json).toEqual([])
  })
})

describe('response formats', () => {
  test('single returns the one row, or PGRST116 with the number of rows', async () => {
    expect((await books().select('title').eq('id', 3).single()).data).toEqual({ title: 'Boats' })
    const none = await books().select('title').eq('id', 99).single()
    expect(none.status).toBe(406)
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
    })
    expect((await books().select('title').single()).error?.details).toBe('The result contains 4 rows')
  })

  test('maybeSingle accepts none and one, but not two', async () => {
    expect((await books().select('id').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await books().select('id').eq('id', 1).maybeSingle()).data).toEqual({ id: 1 })
    expect((await books().select('id').maybeSingle()).error?.code).toBe('PGRST116')
  })

  test('csv quotes where necessary', async () => {
    const { data } = await books().select('id,title,author').in('id', [2, 3]).order('id').csv()
    expect(data).toBe('id,title,author\n2,"A Dog (and more), ""quoted""",Ben\n3,Boats,')
  })

  test('nulls can be stripped', async () => {
    const { data } = await books().select('id,author').eq('id', 3).stripNulls()
    expect(data).toEqual([{ id: 3 }])
  })

  test('an unsupported format is 406', async () => {
    const { status, json } = await ask('library_books', { headers: { Accept: 'image/png' } })
    expect(status).toBe(406)
    expect(json).toMatchObject({ code: 'PGRST107' })
  })
})
