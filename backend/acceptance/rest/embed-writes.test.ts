import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '../server.ts'

const anna = visitor()
const label = `embed-writes ${process.pid} ${Date.now()}`
const drafts = () => anna.from('library_drafts')

beforeAll(async () => {
  await drafts()
    .insert([
      { title: `${label} a`, book_id: 1 },
      { title: `${label} b`, book_id: null },
      { title: `${label} c`, book_id: 4 },
    ])
    .throwOnError()
})
afterAll(async () => {
  await drafts().delete().like('title', `${label}*`)
})

const titles = (data: { title: string }[] | null) => data?.map(({ title }) => title.slice(label.length + 1)).sort()

test('a null test on an embed selects the rows of an update', async () => {
  const changed = await drafts()
    .update({ state: 'orphan' })
    .like('title', `${label}*`)
    .is('library_books', null)
    .select('title, library_books()')
  expect([changed.status, titles(changed.data)]).toEqual([200, ['b']])
  expect(titles((await drafts().select('title').like('title', `${label}*`).eq('state', 'orphan')).data)).toEqual(['b'])
})

test('also inside a logic tree', async () => {
  const changed = await drafts()
    .update({ pages: 77 })
    .like('title', `${label}*`)
    .or(`library_books.is.null,title.eq."${label} c"`)
    .select('title, library_books()')
  expect([changed.error, titles(changed.data)]).toEqual([null, ['b', 'c']])
  expect(titles((await drafts().select('title').eq('pages', 77).like('title', `${label}*`)).data)).toEqual(['b', 'c'])
})

test('!inner after a write only affects the returned rows', async () => {
  const changed = await drafts()
    .update({ pages: 5 })
    .like('title', `${label}*`)
    .select('title, library_books!inner(title)')
  expect(titles(changed.data)).toEqual(['a', 'c'])
  expect((await drafts().select('id').eq('pages', 5).like('title', `${label}*`)).data).toHaveLength(3)
})

test('a null test on an embed in a read works in nested trees', async () => {
  const { data } = await drafts()
    .select('title, book:library_books(id)')
    .or(`and(title.like.${label}*,book.not.is.null),and(title.like.${label}*,not.or(pages.gt.0))`)
  expect(titles(data as { title: string }[])).toEqual(['a', 'c'])
})

test('a null test on an embed selects exactly the rows of a deletion', async () => {
  const mine = () => drafts().select('title').like('title', `${label}*`)
  const none = await drafts()
    .delete()
    .like('title', `${label}*`)
    .not('library_books', 'is', null)
    .eq('pages', 0)
    .select('title, library_books()')
  expect([none.status, none.data]).toEqual([200, []])
  const gone = await drafts()
    .delete({ count: 'exact' })
    .like('title', `${label}*`)
    .is('library_books', null)
    .select('title, library_books()')
  expect([gone.status, gone.count, titles(gone.data)]).toEqual([200, 1, ['b']])
  expect(titles((await mine()).data)).toEqual(['a', 'c'])
  // Without the embed it tests a column, which does not exist.
  const { error } = await drafts().delete().like('title', `${label}*`).is('library_books', null)
  expect(error).toMatchObject({ code: '42703', message: 'column library_drafts.library_books does not exist' })
})
