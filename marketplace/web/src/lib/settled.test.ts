import { expect, onTestFinished, test, vi } from 'vitest'
import { whenSettled } from './settled.ts'

test('a burst of a hundred events leads to one call, half a second after the last', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const work = vi.fn()
  const settled = whenSettled(work)
  for (let event = 0; event < 100; event++) {
    settled.later()
    vi.advanceTimersByTime(5)
  }
  vi.advanceTimersByTime(494)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()

  settled.later()
  settled.stop()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})
