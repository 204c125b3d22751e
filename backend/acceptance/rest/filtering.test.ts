import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { target } from '../server.ts'
import { tree } from './evaluator.ts'
import { evaluate, printParameter, type Tree } from './filter-tree.ts'
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

test('returned rows are those that the same filter selects in TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 3 }), async (filters) => {
      const parameters = filters
        .map((filter) => printParameter(filter))
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      const { status, text, json } = await ask(`library_specimens?select=id&order=id&${parameters.join('&')}`)
      expect(status, text).toBe(200)
      const expected = specimens.filter((row) => filters.every((filter) => evaluate(filter, row) === true))
      expect((json as { id: number }[]).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }),
    { numRuns: 800 },
  )
}, 180_000)

/** The cages with matching specimens, and these specimens. */
const CAGES = 9
const keptIn = (filters: readonly Tree[]) =>
  Array.from({ length: CAGES }, (_, id) => ({
    id,
    library_specimens: specimens
      .filter((row) => row.id % 7 === id && filters.every((filter) => evaluate(filter, row) === true))
      .map((row) => ({ id: row.id })),
  }))

test('the same filters on an embed shrink it, join it, or test it for rows', async () => {
  const few = fc.array(tree, { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(few, fc.constantFrom('inside', 'inner', 'some', 'none'), async (filters, use) => {
      const embed = use === 'inner' ? 'library_specimens!inner(id)' : 'library_specimens(id)'
      const tests = {
        inside: '',
        inner: '',
        some: '&library_specimens=not.is.null',
        none: '&library_specimens=is.null',
      }
      const parameters = filters
        .map((filter) => printParameter(filter, 'library_specimens.'))
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      const query = `select=id,${embed}&order=id&library_specimens.order=id${tests[use]}&${parameters.join('&')}`
      const { status, text, json, headers } = await ask(`library_cages?${query}`, {
        headers: { Prefer: 'count=exact' },
      })
      expect(status, text).toBe(200)
      const expected = keptIn(filters).filter(({ library_specimens: kept }) => {
        if (use === 'inside') return true
        return use === 'none' ? kept.length === 0 : kept.length > 0
      })
      expect(json).toEqual(expected)
      expect(headers.get('content-range')?.split('/')[1]).toBe(String(expected.length))
    }),
    { numRuns: 300 },
  )
}, 180_000)
