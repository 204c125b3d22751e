import { describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask } from './wire.ts'

const anna = visitor()
const loans = () => anna.from('library_loans')
const books = () => anna.from('library_books')
const members = () => anna.from('library_members')

describe('relationships', () => {
  test('to-one is an object, to-many an array, and missing ones are null and []', async () => {
    const { data } = await books().select('id, library_loans(id, library_books(title))').in('id', [1, 3]).order('id')
    expect(data).toEqual([
      { id: 1, library_loans: [] },
      { id: 3, library_loans: [{ id: 3, library_books: { title: 'Boats' } }] },
    ])
  })

  test('a hint chooses between two foreign keys', async () => {
    const { data } = await loans()
      .select('borrower:library_members!library_loans_borrower_id_fkey(name), lender:library_members!lender_id(name)')
      .eq('id', 2)
      .single()
    expect(data).toEqual({ borrower: { name: 'Cid' }, lender: null })
  })

  test('without a hint the ambiguity is explained', async () => {
    const { error, status } = await loans().select('id, library_members(name)')
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'library_loans' and 'library_members'",
    })
    expect(error?.hint).toContain("'library_members!library_loans_borrower_id_fkey'")
    expect(error?.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'library_loans with library_members',
      relationship: 'library_loans_lender_id_fkey using library_loans(lender_id) and library_members(id)',
    })
  })

  test('many-to-many goes through the junction', async () => {
    const { data } = await books()
      .select('library_subjects(label)')
      .eq('id', 4)
      .order('label', { referencedTable: 'library_subjects' })
      .single()
    expect(data).toEqual({ library_subjects: [{ label: 'animals' }, { label: 'sea' }] })
  })

  test('one-to-one is an object in both directions', async () => {
    const { data } = await members().select('name, library_profiles(motto)').in('id', [1, 2]).order('id')
    expect(data).toEqual([
      { name: 'Ada', library_profiles: { motto: 'Count everything' } },
      { name: 'Ben', library_profiles: null },
    ])
    const { data: profile } = await anna.from('library_profiles').select('library_members(name)').single()
    expect(profile).toEqual({ library_members: { name: 'Ada' } })
  })

  test('a table can be embedded in itself, up and down', async () => {
    const { data } = await members()
      .select('name, mentor:mentor_id(name), pupils:library_members!mentor_id(name)')
      .order('id')
    expect(data).toEqual([
      { name: 'Ada', mentor: null, pupils: [{ name: 'Ben' }, { name: 'Cid' }] },
      { name: 'Ben', mentor: { name: 'Ada' }, pupils: [] },
      { name: 'Cid', mentor: { name: 'Ada' }, pupils: [] },
    ])
  })

  test('a function over a row is a relationship', async () => {
    const { data } = await members().select('name, library_best_friend(name)').in('id', [1, 2]).order('id')
    expect(data).toEqual([
      { name: 'Ada', library_best_friend: null },
      { name: 'Ben', library_best_friend: { name: 'Ada' } },
    ])
  })

  test('unrelated tables are refused', async () => {
    const { error, status } = await members().select('id, library_subjects(id)')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'library_members' and 'library_subjects' in the schema cache",
    })
  })

  test('the same relation twice needs an alias', async () => {
    const { error } = await books().select('library_loans(id), library_loans(returned)')
    expect(error).toMatchObject({
      code: '42712',
      message: 'table name "library_books_library_loans_1" specified more than once',
    })
  })
})

describe('filtering embeds', () => {
  test('a filter on an embed only affects the embed', async () => {
    const { data } = await books().select('id, library_loans(id)').eq('library_loans.borrower_id', 3).order('id')
    expect(data).toEqual([
      { id: 1, library_loans: [] },
      { id: 2, library_loans: [{ id: 2 }] },
      { id: 3, library_loans: [] },
      { id: 4, library_loans: [] },
    ])
  })

  test('!inner also removes the parent, and affects the count', async () => {
    const { data, count } = await books()
      .select('id, library_loans!inner(id)', { count: 'exact' })
      .eq('library_loans.borrower_id', 3)
    expect(data).toEqual([{ id: 2, library_loans: [{ id: 2 }] }])
    expect(count).toBe(1)
  })

  test('a null test on an embed is a semi-join or an anti-join, also inside or', async () => {
    expect((await books().select('id, library_loans()').is('library_loans', null).order('id')).data).toEqual([
      { id: 1 },
      { id: 4 },
    ])
    expect((await books().select('id, library_loans()').not('library_loans', 'is', null).order('id')).data).toEqual([
      { id: 2 },
      { id: 3 },
    ])
    const { data } = await books().select('id, library_loans()').or('library_loans.not.is.null,id.eq.4').order('id')
    expect(data).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  })

  test('an embed has its own order, limit and logic, under its alias', async () => {
    const { data } = await books()
      .select('id, lent:library_loans(id)')
      .eq('id', 2)
      .order('id', { referencedTable: 'lent', ascending: false })
      .limit(1, { referencedTable: 'lent' })
      .or('id.eq.1,id.eq.2', { referencedTable: 'lent' })
      .single()
    expect(data).toEqual({ id: 2, lent: [{ id: 2 }] })
  })

  test('rows can be ordered by a column of a to-one embed, but not of a to-many', async () => {
    const { data } = await loans()
      .select('id, library_books(title)')
      .order('library_books(title)', { ascending: false })
      .order('id')
    expect(data?.map(({ id }) => id)).toEqual([3, 1, 2])
    const { error } = await books().select('id, library_loans(id)').order('library_loans(id)')
    expect(error?.code).toBe('PGRST118')
  })

  test('a filter on a table that is not embedded is refused', async () => {
    const { error, status } = await books().select('id').eq('library_loans.id', 1)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST108',
      message: "'library_loans' is not an embedded resource in this request",
    })
  })

  test('a spread lifts the columns of a to-one embed', async () => {
    const { data } = await loans().select('id, ...library_books(title, cost:price_minor)').eq('id', 3)
    expect(data).toEqual([{ id: 3, title: 'Boats', cost: 300 }])
  })
})

test('an aliased embed may still be referred to by its relation, with a warning', async () => {
  const warning = (pairs: string) =>
    `299 PostgREST "Embedded resource was referenced by relation name even though it has an alias. This is deprecated and will stop working in a future release. Update ${pairs} in query string filters, orders or limits."`
  const lent = 'library_books?select=id,lent:library_loans(id,b:library_books(id))&id=eq.2'
  for (const named of ['library_loans.id=eq.2', 'library_loans.order=id.desc&library_loans.limit=1']) {
    const { status, json, headers } = await ask(`${lent}&${named}`)
    expect([status, json]).toEqual([200, [{ id: 2, lent: [{ id: 2, b: { id: 2 } }] }]])
    expect(headers.get('warning')).toBe(warning('`library_loans` to `lent`'))
  }
  const both = await ask(`${lent}&library_loans.library_books.id=eq.9`)
  expect(both.headers.get('warning')).toBe(warning('`library_loans` to `lent`, `library_books` to `b`'))
  const ordered = await ask('library_loans?select=id,b:library_books(title)&order=library_books(title).desc&limit=1')
  expect([ordered.json, ordered.headers.get('warning')]).toEqual([
    [{ id: 3, b: { title: 'Boats' } }],
    warning('`library_books` to `b`'),
  ])
  for (const alone of [`${lent}&lent.id=eq.2`, 'library_books?select=id,library_loans(id)&library_loans.id=eq.2']) {
    expect((await ask(alone)).headers.get('warning')).toBeNull()
  }
})

test('embeds can be nested up to the limit', async () => {
  const nested = (depth: number): string => (depth === 0 ? 'id' : `id,mentor:mentor_id(${nested(depth - 1)})`)
  expect((await ask(`library_members?select=${nested(8)}&id=eq.2`)).status).toBe(200)
  const { status, json } = await ask(`library_members?select=${nested(9)}`)
  expect(status).toBe(400)
  expect(json).toMatchObject({ code: 'PGRST100' })
})
