import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { AttentiveQueryClient } from './query-client.ts'

const KEY = ['trade', 'a']

/** A query whose reads take as long as the test wants: each answers what was true when it began. */
function aQuery() {
  const queries = new AttentiveQueryClient({ defaultOptions: { queries: { retry: false } } })
  const reads: { seen: string; answer: () => void; fail: () => void }[] = []
  let truth = 'before'
  const options = {
    queryKey: KEY,
    queryFn: () => {
      const read = Promise.withResolvers<string>()
      const seen = truth
      reads.push({ seen, answer: () => read.resolve(seen), fail: () => read.reject(new Error('away')) })
      return read.promise
    },
  }
  return {
    queries,
    reads,
    options,
    watch: () => new QueryObserver(queries, options).subscribe(() => undefined),
    shown: () => queries.getQueryData(KEY),
    /** Something happens, and the page is told. */
    happens(what: string): Promise<void> {
      truth = what
      return queries.invalidateQueries({ queryKey: KEY })
    },
  }
}

test('what happens during the first read is looked for once that is over, once however often it happens', async () => {
  const { watch, happens, reads, shown } = aQuery()
  watch()
  const told = [happens('after'), happens('later')]
  reads[0]?.answer()
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  expect(shown()).toBe('before')
  reads[1]?.answer()
  await Promise.all(told)
  expect(shown()).toBe('later')
  expect(reads).toHaveLength(2)
})

test('a first read that fails is looked at again as well', async () => {
  const { watch, happens, reads, shown } = aQuery()
  watch()
  const told = happens('after')
  reads[0]?.fail()
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.answer()
  await told
  expect(shown()).toBe('after')
})

test('a later read that is under way is given up for a new one', async () => {
  const { watch, happens, reads, shown } = aQuery()
  watch()
  reads[0]?.answer()
  await vi.waitFor(() => expect(shown()).toBe('before'))
  const first = happens('after')
  const second = happens('later')
  reads[1]?.answer()
  reads[2]?.answer()
  await Promise.all([first, second])
  expect(shown()).toBe('later')
  expect(reads).toHaveLength(3)
})

test('what nobody watches yet is not read again, but by whoever watches it next', async () => {
  const { queries, options, happens, reads, watch, shown } = aQuery()
  void queries.prefetchQuery(options)
  const told = happens('after')
  reads[0]?.answer()
  await told
  expect(reads).toHaveLength(1)
  watch()
  reads[1]?.answer()
  await vi.waitFor(() => expect(shown()).toBe('after'))
})

test('a first read that was given up is not begun anew', async () => {
  const { queries, watch, happens, reads } = aQuery()
  watch()
  const told = happens('after')
  await queries.cancelQueries({ queryKey: KEY })
  await told
  expect(reads).toHaveLength(1)
})
