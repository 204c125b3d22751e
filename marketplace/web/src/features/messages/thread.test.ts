import { expect, test } from 'vitest'
import { groupByDay, mergeMessages, tick } from './thread.ts'
import type { Message } from './types.ts'

function aMessage(id: string, created_at: string, more: Partial<Message> = {}): Message {
  return {
    id,
    created_at,
    conversation_id: 'c',
    sender_id: 'anna',
    kind: 'text',
    body: id,
    payload: {},
    client_id: id,
    delivered_at: null,
    read_at: null,
    ...more,
  }
}

test('a message that comes twice, live and by refetch, is shown once', () => {
  const first = aMessage('1', '2026-01-01T10:00:00Z')

  expect(mergeMessages([first], [first, aMessage('2', '2026-01-01T10:01:00Z')]).map(({ id }) => id)).toEqual(['1', '2'])
})

test('messages stand in the order they were said, however they arrive', () => {
  const late = aMessage('b', '2026-01-01T10:00:00Z')
  const early = aMessage('a', '2026-01-01T09:00:00Z')

  expect(mergeMessages([late], [early]).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('an older copy does not take a tick away', () => {
  const read = aMessage('1', '2026-01-01T10:00:00Z', { read_at: '2026-01-01T10:05:00Z' })

  expect(mergeMessages([read], [{ ...read, read_at: null }])[0]?.read_at).toBe('2026-01-01T10:05:00Z')
})

test('reading ticks what the other person said before, and nothing of the reader', () => {
  const mine = aMessage('1', '2026-01-01T10:00:00Z')
  const theirs = aMessage('2', '2026-01-01T10:01:00Z', { sender_id: 'ben' })
  const after = aMessage('3', '2026-01-01T10:09:00Z')

  const ticked = tick([mine, theirs, after], 'ben', 'read_at', '2026-01-01T10:05:00Z')
  expect(ticked.map(({ read_at }) => read_at !== null)).toEqual([true, false, false])
})

test('days follow one another with their own messages', () => {
  const days = groupByDay([
    aMessage('1', '2026-01-01T12:00:00'),
    aMessage('2', '2026-01-01T13:00:00'),
    aMessage('3', '2026-01-02T12:00:00'),
  ])

  expect(days.map(({ items }) => items.length)).toEqual([2, 1])
})
