import { expect, test } from 'vitest'
import { StatementCache } from './statement-cache.ts'

function ready(cache: StatementCache, text: string, scope = 'anon') {
  const statement = cache.take(scope, text)
  statement.state = 'ready'
  return statement
}

test('a text has one statement per scope', () => {
  const cache = new StatementCache(10)
  const anon = ready(cache, 'select 1')
  expect(cache.take('anon', 'select 1')).toBe(anon)
  expect(cache.take('authenticated', 'select 1').name).not.toBe(anon.name)
})

test('evicts statements unused since the last check, but never one in flight', () => {
  const cache = new StatementCache(3)
  const first = ready(cache, 'first')
  for (const text of ['second', 'third', 'fourth']) ready(cache, text)
  expect(cache.evict()).toEqual([first.name]) // all were just created
  cache.take('anon', 'second')
  ready(cache, 'fifth')
  expect(cache.evict()).toEqual(['s3'])
  const pending = new StatementCache(1)
  for (const text of ['a', 'b', 'c']) pending.take('anon', text)
  expect([pending.evict(), pending.size]).toEqual([[], 3])
})

test('a forgotten statement is created again', () => {
  const cache = new StatementCache(3)
  const statement = ready(cache, 'select 1')
  cache.forget(statement)
  expect([cache.size, cache.take('anon', 'select 1').state]).toEqual([0, 'new'])
})
