import { afterAll, beforeEach, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask } from './wire.ts'

/** Numbers beyond JavaScript's precision. Compared as text, because parsing would change them. */
const BIGGEST = '9223372036854775807'
const SMALLEST = '-9223372036854775808'
const THIRTY = '123456789012345678901234567890.123456789012345678901234567890'
const HUGE = `1${'0'.repeat(400)}`
const drafts = 'library_drafts'
let count = 0
let title = ''
beforeEach(() => {
  count += 1
  title = `numbers ${process.pid} ${count}`
})
afterAll(async () => {
  await visitor().from(drafts).delete().like('title', `numbers ${process.pid} %`)
})

const write = (method: string, query: string, body: string, headers: Record<string, string> = {}) =>
  ask(`${drafts}?select=big,extra&${query}`, {
    method,
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation', ...headers },
    body,
  })
const named = (rest: string) => `{"title":${JSON.stringify(title)},${rest}}`

test.each([
  ['the biggest bigint', BIGGEST, BIGGEST],
  ['the smallest bigint', SMALLEST, SMALLEST],
  ['thirty digits on both sides', THIRTY, THIRTY],
  ['zeros at the end', '1.100', '1.100'],
  ['an exponent', '1e400', HUGE],
  ['an exponent as text', '"1e400"', HUGE],
  ['a number as text', `"${THIRTY}"`, THIRTY],
  ['NaN', '"NaN"', '"NaN"'],
  ['negative infinity', '"-Infinity"', '"-Infinity"'],
])('%s keeps its digits through every kind of write', async (_name, sent, kept) => {
  const extra = sent.startsWith('"') ? '{}' : `{"n": [${kept}]}`
  const row = named(`"big":${sent},"extra":${extra}`)
  const expected = `[{"big":${kept},"extra":${extra}}]`
  const answers = [
    await write('POST', '', row),
    await write('PATCH', `title=eq.${title}`, `{"big":${sent},"extra":${extra}}`),
    await write('POST', 'on_conflict=title', `[${row}]`, {
      Prefer: 'resolution=merge-duplicates, return=representation',
    }),
    await write('POST', 'on_conflict=title&columns="title","big","extra"', `[${row}]`, {
      Prefer: 'resolution=merge-duplicates, missing=default, return=representation',
    }),
  ]
  for (const { text } of answers) expect(text).toBe(expected)
  const read = await ask(`${drafts}?select=big,extra&title=eq.${title}`)
  expect(read.text).toBe(expected)
  const csv = await ask(`${drafts}?select=big&title=eq.${title}`, { headers: { Accept: 'text/csv' } })
  expect(csv.text).toBe(`big\n${kept.replaceAll('"', '')}`)
})

test.each([BIGGEST, THIRTY, HUGE])('%s is found by its exact digits', async (number) => {
  await write('POST', '', named(`"big":${number}`))
  const found = async (filter: string) =>
    ((await ask(`${drafts}?select=title&title=eq.${title}&big=${filter}`)).json as unknown[]).length
  const above = number.includes('.') ? `${number}1` : `${number.slice(0, -1)}${number.endsWith('7') ? 8 : 1}`
  expect(await found(`eq.${number}`)).toBe(1)
  expect(await found(`in.(1,${number})`)).toBe(1)
  expect(await found(`lt.${above}`)).toBe(1)
  expect(await found(`eq.${above}`)).toBe(0)
  expect(await found(`gt.${number}`)).toBe(0)
})

test('arguments and results of calls keep their digits', async () => {
  const call = (path: string, body: string) =>
    ask(`rpc/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect((await call('library_sum', `{"numbers":[1],"weight":${THIRTY}}`)).text).toBe(THIRTY)
  expect((await ask(`rpc/library_sum?numbers={2}&weight=${THIRTY}`)).text).toBe(
    '246913578024691357802469135780.246913578024691357802469135780',
  )
  const json = `{"n": ${BIGGEST}, "m": [${THIRTY}, 1e400, 1.10]}`
  expect((await call('library_echo', json)).text).toBe(json)
  expect((await call('library_echo_jsonb', json)).text).toBe(`{"m": [${THIRTY}, ${HUGE}, 1.10], "n": ${BIGGEST}}`)
})

test('a number out of its column’s range causes PostgreSQL’s error', async () => {
  const tooBig = await ask('library_members?id=eq.9223372036854775808')
  expect([tooBig.status, tooBig.json]).toEqual([400, expect.objectContaining({ code: '22003' })])
  const written = await write('POST', '', named('"pages":2147483648'))
  expect([written.status, written.json]).toEqual([400, expect.objectContaining({ code: '22003' })])
})
