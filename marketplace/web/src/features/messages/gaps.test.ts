import { expect, test } from 'vitest'
import { Gaps } from './gaps.ts'

const place = (id: string) => ({ id, created_at: `2026-01-01T10:00:0${id}Z` })

test('what is heard after a gap is not taken for its end', () => {
  const gaps = new Gaps()
  gaps.joined('c')
  gaps.lost('c', place('1'))
  gaps.joined('c')

  // 9 came in as soon as the channel was joined again; what was said between 1 and 9 is still missing.
  expect(gaps.startOf('c', place('9'))?.id).toBe('1')
  gaps.closed('c', place('9'), true)
  expect(gaps.startOf('c', place('9'))?.id).toBe('9')
})

test('a look from before the join closes the gap up to where it looked, and no further', () => {
  const gaps = new Gaps()
  gaps.lost('c', place('1'))
  gaps.closed('c', place('4'), false)
  gaps.joined('c')

  expect(gaps.startOf('c', place('9'))?.id).toBe('4')
})

test('a second loss within one gap does not move its beginning', () => {
  const gaps = new Gaps()
  gaps.lost('c', place('1'))
  gaps.joined('c')
  gaps.lost('c', place('5'))

  expect(gaps.startOf('c', place('5'))?.id).toBe('1')
})
