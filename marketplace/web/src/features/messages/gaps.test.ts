import { expect, test } from 'vitest'
import { Gaps } from './gaps.ts'

const place = (id: string) => ({ id, created_at: `2026-01-01T10:00:0${id}Z` })

test('a message received after a gap is not mistaken for its end', () => {
  const gaps = new Gaps()
  gaps.joined('c')
  gaps.lost('c', place('1'))
  gaps.joined('c')

  // 9 arrived as soon as the channel was rejoined; the messages between 1 and 9 are still missing.
  expect(gaps.startOf('c', place('9'))?.id).toBe('1')
  gaps.closed('c', place('9'), true)
  expect(gaps.startOf('c', place('9'))?.id).toBe('9')
})

test('a read started before the join closes the gap up to what it returned, and no further', () => {
  const gaps = new Gaps()
  gaps.lost('c', place('1'))
  gaps.closed('c', place('4'), false)
  gaps.joined('c')

  expect(gaps.startOf('c', place('9'))?.id).toBe('4')
})

test('a second loss within one gap does not move its start', () => {
  const gaps = new Gaps()
  gaps.lost('c', place('1'))
  gaps.joined('c')
  gaps.lost('c', place('5'))

  expect(gaps.startOf('c', place('5'))?.id).toBe('1')
})
