import { expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { send } from './wire.ts'

const anna = visitor()
let next = 50_000 + (process.pid % 5000) * 2

/** A key unique to the test. */
const freshId = () => next++
const stored = async (id: number) => (await anna.from('library_wishes').select('id, copies').eq('id', id)).data
const put = (query: string, body: unknown, prefer?: string) =>
  send('PUT', `library_wishes?${query}`, JSON.stringify(body), prefer)

test('PUT creates the row of its URL, then replaces it', async () => {
  const id = freshId()
  const made = await put(`id=eq.${id}`, { id, copies: 1 }, 'return=representation')
  expect([made.status, made.json]).toEqual([201, [expect.objectContaining({ id, copies: 1, twice: 2 })]])
  expect(made.headers.get('content-range')).toBeNull()
  const replaced = await put(`id=eq.${id}&select=copies`, { id, copies: 2 }, 'return=representation')
  expect([replaced.status, replaced.json]).toEqual([200, [{ copies: 2 }]])
  const quiet = await put(`id=eq.${id}`, [{ id, copies: 3 }])
  expect([quiet.status, quiet.text]).toEqual([204, ''])
  expect(await stored(id)).toEqual([{ id, copies: 3 }])
})

test('PUT requires every column of the primary key with eq, and nothing else', async () => {
  const refused = {
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  }
  for (const query of [
    '',
    'id=gt.1',
    'copies=eq.1',
    'id=eq.1&copies=eq.1',
    'id=not.eq.1',
    'or=(id.eq.1)',
    'id=eq(any).{1}',
  ]) {
    const { status, json } = await put(query, { id: 1, copies: 9 })
    expect([query, status, json]).toEqual([query, 405, expect.objectContaining(refused)])
  }
  const limited = await put('id=eq.1&limit=1', { id: 1, copies: 9 })
  expect([limited.status, limited.json]).toEqual([
    400,
    {
      code: 'PGRST114',
      message: 'limit/offset querystring parameters are not allowed for PUT',
      details: null,
      hint: null,
    },
  ])
})

test('the key in the body must be the key in the URL', async () => {
  const id = freshId()
  const refused = { code: 'PGRST115', message: 'Payload values do not match URL in primary key column(s)' }
  const twice = [
    { id, copies: 1 },
    { id, copies: 2 },
  ]
  for (const body of [{ id: id + 100_000, copies: 1 }, { copies: 1 }, [], twice]) {
    const { status, json } = await put(`id=eq.${id}`, body)
    expect([status, json]).toEqual([400, expect.objectContaining(refused)])
  }
  expect(await stored(id)).toEqual([])
})

test('composite keys work too', async () => {
  const label = `put ${freshId()}`
  const { data: draft } = await anna.from('library_drafts').insert({ title: label }).select('id').single()
  const key = { draft_id: draft?.id, label }
  const query = `draft_id=eq.${draft?.id}&label=eq.${encodeURIComponent(label)}`
  expect((await send('PUT', `library_draft_marks?${query}`, JSON.stringify(key))).status).toBe(204)
  expect((await send('PUT', `library_draft_marks?draft_id=eq.1`, JSON.stringify(key))).status).toBe(405)
  expect((await anna.from('library_drafts').delete().eq('id', draft?.id).select('id')).data).toHaveLength(1)
})

test('permissions apply to PUT as to every write', async () => {
  const { status, json } = await send('PUT', 'library_safe?id=eq.1', '{"id":1,"secret":"lead"}')
  expect([status, json]).toEqual([401, expect.objectContaining({ code: '42501' })])
})
