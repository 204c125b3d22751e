import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { AttentiveQueryClient } from './query-client.ts'

const KEY = ['conversation-deals', 'a']

/** A query whose reads finish on demand; each returns the state at the time it began. */
function createQuery() {
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
    /** Changes the state and invalidates the query. */
    happens(what: string): Promise<void> {
      truth = what
      return queries.invalidateQueries({ queryKey: KEY })
    },
  }
}

test('an invalidation during the first read refetches afterwards, once however many there were', async () => {
  const { watch, happens, reads, shown } = createQuery()
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

test('an invalidation during a first read that fails refetches as well', async () => {
  const { watch, happens, reads, shown } = createQuery()
  watch()
  const told = happens('after')
  reads[0]?.fail()
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.answer()
  await told
  expect(shown()).toBe('after')
})

test('an invalidation cancels a later read in progress and starts a new one', async () => {
  const { watch, happens, reads, shown } = createQuery()
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

test('an unobserved query is refetched only by its next observer', async () => {
  const { queries, options, happens, reads, watch, shown } = createQuery()
  void queries.prefetchQuery(options)
  const told = happens('after')
  reads[0]?.answer()
  await told
  expect(reads).toHaveLength(1)
  watch()
  reads[1]?.answer()
  await vi.waitFor(() => expect(shown()).toBe('after'))
})

test('a cancelled first read is not restarted', async () => {
  const { queries, watch, happens, reads } = createQuery()
  watch()
  const told = happens('after')
  await queries.cancelQueries({ queryKey: KEY })
  await told
  expect(reads).toHaveLength(1)
})
