import { expect, test } from 'vitest'
import { type Entry, EntryStore } from './entry-store.ts'

function entry(key: string, tables: string[], more: { bytes?: number; anything?: boolean; expiresAt?: number } = {}) {
  const { bytes = 10, anything = false, expiresAt = Number.POSITIVE_INFINITY } = more
  const dependencies = { tables: new Set(tables), anything, keeping: 'normal' } as const
  return { key, value: key.toUpperCase(), bytes, expiresAt, dependencies } satisfies Entry<string>
}

test('a table change removes entries that depend on it or on anything, and keeps the rest', () => {
  const store = new EntryStore<string>(1000)
  store.put(entry('a', ['t1', 't2']))
  store.put(entry('b', ['t2']))
  store.put(entry('c', ['t3']))
  store.put(entry('d', [], { anything: true }))
  store.invalidate(['t1'])
  expect(['a', 'b', 'c', 'd'].map((key) => store.get(key))).toEqual([null, 'B', 'C', null])
  store.invalidate(['t2', 't3'])
  expect([store.size, store.bytes]).toEqual([0, 0])
})

test('evicts the least recently used entries beyond the byte limit', () => {
  const store = new EntryStore<string>(100)
  for (let index = 0; index < 10; index++) store.put(entry(`k${index}`, ['t']))
  store.get('k0')
  store.put(entry('new', ['t']))
  expect(store.bytes).toBe(100)
  expect([store.get('k0'), store.get('k1'), store.get('new')]).toEqual(['K0', null, 'NEW'])
})

test('a huge entry is not stored and evicts no others', () => {
  const store = new EntryStore<string>(100)
  store.put(entry('small', ['t']))
  store.put(entry('huge', ['t'], { bytes: 90 }))
  expect([store.get('small'), store.get('huge')]).toEqual(['SMALL', null])
})

test('a newer entry replaces the older one, and an expired one is not returned', () => {
  const store = new EntryStore<string>(100)
  store.put(entry('a', ['t']))
  store.put({ ...entry('a', ['t']), value: 'newer' })
  expect([store.get('a'), store.bytes]).toEqual(['newer', 10])
  store.put(entry('a', ['t'], { expiresAt: performance.now() - 1 }))
  expect([store.get('a'), store.bytes]).toEqual([null, 0])
})
