import { expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask } from './wire.ts'

const anna = visitor()

test('a view has the relationships of the tables whose keys it exposes, under its own column names', async () => {
  const { data } = await anna
    .from('library_open_loans')
    .select('id, borrower_name, library_books(title), library_members(name)')
    .order('id')
  expect(data).toEqual([
    {
      id: 2,
      borrower_name: 'CID',
      library_books: { title: 'A Dog (and more), "quoted"' },
      library_members: { name: 'Cid' },
    },
    { id: 3, borrower_name: 'BEN', library_books: { title: 'Boats' }, library_members: { name: 'Ben' } },
  ])
})

test('the table sees the view in the reverse direction', async () => {
  const { data } = await anna.from('library_books').select('id, library_open_loans(id)').in('id', [1, 2]).order('id')
  expect(data).toEqual([
    { id: 1, library_open_loans: [] },
    { id: 2, library_open_loans: [{ id: 2 }] },
  ])
})

test('a chain of views keeps the key', async () => {
  const { data } = await anna.from('library_lent_out').select('loan, library_books(id)').order('loan')
  expect(data).toEqual([
    { loan: 2, library_books: { id: 2 } },
    { loan: 3, library_books: { id: 3 } },
  ])
})

test('view to view, and through a materialized view', async () => {
  expect((await anna.from('library_lent_out').select('loan, library_cheap_books(id)').eq('loan', 3)).data).toEqual([
    { loan: 3, library_cheap_books: null },
  ])
  expect((await anna.from('library_shelf').select('id, library_wishes(copies)').order('id')).data).toEqual([
    { id: 1, library_wishes: [] },
    { id: 4, library_wishes: [{ copies: 2 }, { copies: 5 }] },
  ])
})

test('many-to-many reaches a view through the junction table', async () => {
  const { data } = await anna
    .from('library_books')
    .select('library_topics(label), library_subjects(id)')
    .eq('id', 3)
    .single()
  expect(data).toEqual({ library_topics: [{ label: 'sea' }], library_subjects: [{ id: 2 }] })
})

test('a hint may name the constraint or the view’s own column', async () => {
  const by = (hint: string) => ask(`library_open_loans?select=id,b:library_books!${hint}(id)&id=eq.3`)
  expect((await by('library_loans_book_id_fkey')).json).toEqual([{ id: 3, b: { id: 3 } }])
  expect((await by('book')).json).toEqual([{ id: 3, b: { id: 3 } }])
  expect((await by('book_id')).json).toMatchObject({ code: 'PGRST200' })
})

test('a key that is exposed twice is ambiguous', async () => {
  const { error, status } = await anna.from('library_twice').select('id, library_books(id)')
  expect(status).toBe(300)
  expect(error).toEqual({
    code: 'PGRST201',
    message: "Could not embed because more than one relationship was found for 'library_twice' and 'library_books'",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'library_twice with library_books',
        relationship: 'library_loans_book_id_fkey using library_twice(book_id) and library_books(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'library_twice with library_books',
        relationship: 'library_loans_book_id_fkey using library_twice(again) and library_books(id)',
      },
    ],
    hint: "Try changing 'library_books' to one of the following: 'library_books!library_loans_book_id_fkey', 'library_books!library_loans_book_id_fkey'. Find the desired relationship in the 'details' key.",
  })
  expect((await anna.from('library_twice').select('id, library_books!again(id)').eq('id', 1).single()).data).toEqual({
    id: 1,
    library_books: { id: 2 },
  })
})

test('a view without a key has no relationships', async () => {
  const { error } = await anna.from('library_loan_words').select('words, library_books(id)')
  expect(error?.code).toBe('PGRST200')
})

test('composite keys join by all columns, also through a view', async () => {
  expect((await anna.from('library_plans').select('id, library_rooms(seats)').order('id')).data).toEqual([
    { id: 1, library_rooms: { seats: 8 } },
    { id: 2, library_rooms: { seats: 2 } },
    { id: 3, library_rooms: { seats: 8 } },
  ])
  expect((await anna.from('library_rooms').select('seats, library_bookings(id)').eq('seats', 8).single()).data).toEqual(
    {
      seats: 8,
      library_bookings: [{ id: 1 }, { id: 3 }],
    },
  )
})

test('a partitioned table has one relationship, and its partitions have none', async () => {
  const { data } = await anna.from('library_members').select('id, library_visits(minutes)').eq('id', 1).single()
  expect(data).toEqual({ id: 1, library_visits: [{ minutes: 30 }, { minutes: 45 }] })
  expect((await ask('library_visits_2026')).status).toBe(404)
  expect((await ask('library_members?select=library_visits_2026(minutes)')).json).toMatchObject({ code: 'PGRST200' })
})

test('a foreign key that is not enforced is a relationship too', async () => {
  const { data } = await anna.from('library_wishes').select('id, library_books(id)').in('id', [1, 3]).order('id')
  expect(data).toEqual([
    { id: 1, library_books: { id: 4 } },
    { id: 3, library_books: null },
  ])
})

test('embeds work after a write through a view', async () => {
  const { data, status } = await anna
    .from('library_topics')
    .update({ label: 'sea' })
    .eq('id', 2)
    .select('label, library_books(id)')
    .single()
  expect([status, data]).toEqual([200, { label: 'sea', library_books: [{ id: 3 }, { id: 4 }] }])
})
