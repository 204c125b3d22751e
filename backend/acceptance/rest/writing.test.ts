import { beforeEach, describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask, send } from './wire.ts'

const anna = visitor()
const drafts = () => anna.from('library_drafts')
let count = 0
let title = ''

beforeEach(() => {
  count += 1
  title = `draft ${process.pid} ${count}`
})

const stored = async () => (await drafts().select('title,pages,state').like('title', `${title}%`).order('title')).data

describe('inserting', () => {
  test('one row, with and without a representation', async () => {
    const { data, status } = await drafts().insert({ title }).select('title, pages').single()
    expect(status).toBe(201)
    expect(data).toEqual({ title, pages: 10 })
    const silent = await drafts().insert({ title: `${title} b` })
    expect([silent.status, silent.data]).toEqual([201, null])
    expect(await stored()).toHaveLength(2)
  })

  test('many rows whose missing keys are null or the default', async () => {
    const rows = [{ title: `${title} a`, pages: 3 }, { title: `${title} b` }]
    const refused = await drafts().insert(rows)
    expect(refused.error?.code).toBe('23502')
    expect(await stored()).toEqual([])
    await drafts().insert(rows, { defaultToNull: false }).throwOnError()
    expect(await stored()).toEqual([
      { title: `${title} a`, pages: 3, state: 'new' },
      { title: `${title} b`, pages: 10, state: 'new' },
    ])
  })

  test('a representation can embed', async () => {
    const { data } = await drafts().insert({ title, book_id: 1 }).select('title, library_books(title)').single()
    expect(data).toEqual({ title, library_books: { title: 'The Cats of Lisbon' } })
  })

  test('json and big numbers are stored as sent', async () => {
    const body = `{"title":"${title}","big":12345678901234567890.10,"extra":{"b":1,"a":[1.0]}}`
    const { text } = await send('POST', 'library_drafts?select=big,extra', body, 'return=representation')
    expect(text).toBe('[{"big":12345678901234567890.10,"extra":{"a": [1.0], "b": 1}}]')
  })

  test('headers-only returns the row’s location', async () => {
    const { status, headers, text } = await send(
      'POST',
      'library_drafts',
      JSON.stringify({ title }),
      'return=headers-only',
    )
    expect(status).toBe(201)
    expect(text).toBe('')
    expect(headers.get('location')).toMatch(/^\/library_drafts\?id=eq\.\d+$/)
  })

  test('an empty list inserts nothing', async () => {
    const { status, json } = await send('POST', 'library_drafts', '[]', 'return=representation')
    expect([status, json]).toEqual([201, []])
  })

  test.each([
    ['broken json', '{"title"', 400, 'PGRST102'],
    ['no body', '', 400, 'PGRST102'],
    ['differing keys', '[{"title":"x"},{"pages":1}]', 400, 'PGRST102'],
    ['an unknown column', '{"titel":"x"}', 400, 'PGRST204'],
    ['a broken constraint', '{"title":"x","pages":0}', 400, '23514'],
    ['a missing parent', '{"title":"orphan","book_id":987654}', 409, '23503'],
  ])('%s is refused', async (_name, body, status, code) => {
    const answer = await send('POST', 'library_drafts', body)
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })])
  })

  test('a duplicate is a conflict', async () => {
    await drafts().insert({ title }).throwOnError()
    const { status, error } = await drafts().insert({ title })
    expect([status, error?.code]).toEqual([409, '23505'])
  })

  test('csv and forms are accepted', async () => {
    const csv = await ask('library_drafts', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: `title,pages\n"${title}, a",5\n"${title}, b",6`,
    })
    expect(csv.status).toBe(201)
    const form = await ask('library_drafts', {
      method: 'POST',
      body: new URLSearchParams({ title: `${title}, c`, pages: '7' }),
    })
    expect(form.status).toBe(201)
    expect((await stored())?.map(({ pages }) => pages)).toEqual([5, 6, 7])
  })
})

describe('upserting', () => {
  test('merges by the primary key or by the named columns', async () => {
    const { data: first } = await drafts().insert({ title }).select('id').single()
    const merged = await drafts().upsert({ id: first?.id, title, pages: 20 }).select('pages')
    expect([merged.status, merged.data]).toEqual([200, [{ pages: 20 }]])
    const named = await drafts()
      .upsert(
        [
          { title, pages: 30 },
          { title: `${title} b`, pages: 31 },
        ],
        { onConflict: 'title' },
      )
      .select('pages')
    expect([named.status, named.data]).toEqual([201, [{ pages: 30 }, { pages: 31 }]])
  })

  test('ignores duplicates on request', async () => {
    await drafts().insert({ title, pages: 5 }).throwOnError()
    const { data, status } = await drafts()
      .upsert({ title, pages: 6 }, { onConflict: 'title', ignoreDuplicates: true })
      .select()
    expect([status, data]).toEqual([201, []])
    expect(await stored()).toEqual([{ title, pages: 5, state: 'new' }])
  })
})

describe('updating and deleting', () => {
  test('affect the filtered rows only, and count them', async () => {
    await drafts()
      .insert([{ title: `${title} a` }, { title: `${title} b` }])
      .throwOnError()
    const updated = await drafts()
      .update({ state: 'done' }, { count: 'exact' })
      .eq('title', `${title} a`)
      .select('state')
    expect([updated.status, updated.count, updated.data]).toEqual([200, 1, [{ state: 'done' }]])
    const deleted = await drafts().delete({ count: 'exact' }).eq('title', `${title} b`)
    expect([deleted.status, deleted.count]).toEqual([204, 1])
    expect(await stored()).toEqual([{ title: `${title} a`, pages: 10, state: 'done' }])
  })

  test('succeed when no row matches', async () => {
    expect((await drafts().update({ state: 'x' }).eq('title', 'nowhere')).status).toBe(204)
    expect((await drafts().delete().eq('title', 'nowhere').select()).data).toEqual([])
  })

  test('with an empty body change nothing', async () => {
    await drafts().insert({ title }).throwOnError()
    expect((await drafts().update({}).eq('title', title).select()).data).toEqual([])
  })

  test('single rolls back a write of several rows', async () => {
    await drafts()
      .insert([{ title: `${title} a` }, { title: `${title} b` }])
      .throwOnError()
    const { status, error } = await drafts().delete().like('title', `${title}%`).select().single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows'])
    expect(await stored()).toHaveLength(2)
    const { data } = await drafts().delete().eq('title', `${title} a`).select('title').single()
    expect(data).toEqual({ title: `${title} a` })
    expect(await stored()).toHaveLength(1)
  })

  test('max-affected rolls back a write of too many rows', async () => {
    await drafts()
      .insert([{ title: `${title} a` }, { title: `${title} b` }])
      .throwOnError()
    const within = (rows: number) =>
      ask(`library_drafts?title=like.${encodeURIComponent(title)}*`, {
        method: 'DELETE',
        headers: { Prefer: `handling=strict, max-affected=${rows}` },
      })
    const tooFar = await within(1)
    expect([tooFar.status, tooFar.json]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST124', details: 'The query affects 2 rows' }),
    ])
    expect(await stored()).toHaveLength(2)
    expect((await within(2)).status).toBe(204)
    expect(await stored()).toEqual([])
  })

  test('a deferred constraint that fails at commit is an error, with and without a check before it', async () => {
    const orphan = JSON.stringify({ draft_id: 987654, label: 'x' })
    expect((await send('POST', 'library_draft_marks', orphan)).json).toMatchObject({ code: '23503' })
    const { error, status } = await anna
      .from('library_draft_marks')
      .insert({ draft_id: 987654, label: 'x' })
      .select()
      .single()
    expect([status, error?.code]).toEqual([409, '23503'])
    expect((await anna.from('library_draft_marks').select().eq('draft_id', 987654)).data).toEqual([])
  })
})
