import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { target } from '../server.ts'
import { tree } from './evaluator.ts'
import { evaluate, printParameter } from './filter-tree.ts'
import { specimens, toJson } from './specimens.ts'
import { ask } from './wire.ts'

beforeAll(async () => {
  const body = JSON.stringify(specimens.map(toJson))
  const headers = {
    authorization: `Bearer ${target().secretKey}`,
    'content-type': 'application/json',
    prefer: 'resolution=merge-duplicates',
  }
  const { status, text } = await ask('library_specimens', { method: 'POST', headers, body })
  expect(status, text).toBeLessThan(300)
})

test('the rows that come back are those that the same filter picks in TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 3 }), async (filters) => {
      const parameters = filters
        .map(printParameter)
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      const { status, text, json } = await ask(`library_specimens?select=id&order=id&${parameters.join('&')}`)
      expect(status, text).toBe(200)
      const expected = specimens.filter((row) => filters.every((filter) => evaluate(filter, row) === true))
      expect((json as { id: number }[]).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }),
    { numRuns: 800 },
  )
}, 60_000)
