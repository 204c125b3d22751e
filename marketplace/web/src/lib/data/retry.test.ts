import { afterEach, expect, test, vi } from 'vitest'
import { isRetriedOnMount, isTriedAgain, retryDelayMs } from './retry.ts'
import { noteRetryAfter, pauseMs } from './server-pause.ts'

const lost = new TypeError('Failed to fetch')

afterEach(() => {
  vi.useRealTimers()
})

test('a retry waits as long as the server asks; a long wait is reported instead', () => {
  // A date in the past: the pause must not affect other tests in this process.
  vi.useFakeTimers({ now: new Date('2020-01-01'), toFake: ['Date'] })
  const now = Date.now()
  const busy = (retryAfter: string, status = 503) =>
    noteRetryAfter({ status, headers: new Headers({ 'retry-after': retryAfter }) }, now)
  expect(retryDelayMs()).toBeLessThan(1300)
  busy('60', 404) // not a temporary refusal
  expect(pauseMs(now)).toBe(0)
  busy('5')
  expect(pauseMs(now)).toBe(5000)
  expect(retryDelayMs()).toBeGreaterThan(4000)
  expect(isTriedAgain(0, lost)).toBe(true)
  busy(new Date(now + 60_000).toUTCString(), 429)
  expect(pauseMs(now)).toBeGreaterThan(50_000)
  expect(isTriedAgain(0, lost)).toBe(false)
  expect(pauseMs(now + 61_000)).toBe(0)
})

test('a component that mounts just after a failed read does not retry it', () => {
  const failedAgo = (ms: number) => ({ state: { errorUpdatedAt: Date.now() - ms } }) as never
  expect(isRetriedOnMount(failedAgo(100))).toBe(false)
  expect(isRetriedOnMount(failedAgo(20_000))).toBe(true)
})
