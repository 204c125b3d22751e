import { expect, test } from 'vitest'
import { FirstReads } from './first-reads.ts'

const ORIGIN = 'https://souk.example'
const VISITOR = { headers: { authorization: 'Bearer publishable' } }
const QUESTION = '/rest/v1/categories?select=slug'

function reads(now = 500): FirstReads {
  const json = JSON.stringify({ [QUESTION]: [{ slug: 'lamps' }] })
  return new FirstReads(json, { origin: ORIGIN, visitorsKey: 'publishable', now: () => now })
}

test('a visitor’s first request is answered from the embedded data, once', async () => {
  const page = reads()
  const answer = page.take(`${ORIGIN}${QUESTION}`, VISITOR)
  expect(await answer?.json()).toEqual([{ slug: 'lamps' }])
  expect(page.take(`${ORIGIN}${QUESTION}`, VISITOR)).toBeNull()
})

test('other URLs, other methods, signed-in users and stale pages request the server', () => {
  expect(reads().take(`${ORIGIN}/rest/v1/categories`, VISITOR)).toBeNull()
  expect(reads().take(`https://elsewhere.example${QUESTION}`, VISITOR)).toBeNull()
  expect(reads().take(`${ORIGIN}${QUESTION}`, { ...VISITOR, method: 'POST' })).toBeNull()
  expect(reads().take(`${ORIGIN}${QUESTION}`, { headers: { authorization: 'Bearer token' } })).toBeNull()
  expect(reads(60_000).take(`${ORIGIN}${QUESTION}`, VISITOR)).toBeNull()
})

test('a page without embedded answers requests everything', () => {
  expect(new FirstReads(null, { origin: ORIGIN, visitorsKey: 'x' }).take(`${ORIGIN}${QUESTION}`, VISITOR)).toBeNull()
})
