import { describe, expect, test } from 'vitest'
import { fetchBackTo, groupByDay, mergeMessages, tick } from './thread.ts'
import type { Message } from './types.ts'

function createMessage(id: string, created_at: string, more: Partial<Message> = {}): Message {
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

test('a message that arrives twice, live and by refetch, is shown once', () => {
  const first = createMessage('1', '2026-01-01T10:00:00Z')

  expect(mergeMessages([first], [first, createMessage('2', '2026-01-01T10:01:00Z')]).map(({ id }) => id)).toEqual([
    '1',
    '2',
  ])
})

test('messages are sorted by time, in whatever order they arrive', () => {
  const late = createMessage('b', '2026-01-01T10:00:00Z')
  const early = createMessage('a', '2026-01-01T09:00:00Z')

  expect(mergeMessages([late], [early]).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('messages of the same millisecond are sorted by microsecond', () => {
  const first = createMessage('b', '2026-01-01T10:00:00.000100+00:00')
  const second = createMessage('a', '2026-01-01T10:00:00.0002+00:00')

  expect(mergeMessages([second], [first]).map(({ id }) => id)).toEqual(['b', 'a'])
})

describe('after a gap', () => {
  const said = Array.from({ length: 25 }, (_, n) =>
    createMessage(String(n).padStart(2, '0'), `2026-01-01T10:00:${String(n).padStart(2, '0')}Z`),
  )
  const pages: (string | null)[] = []
  const fetchPage = async (before: Message | null) => {
    pages.push(before?.id ?? null)
    const end = before ? said.findIndex(({ id }) => id === before.id) : said.length
    return said.slice(Math.max(0, end - 5), end)
  }
  const look = (known: string | null, most = 10) => {
    pages.length = 0
    return fetchBackTo(said.find(({ id }) => id === known) ?? null, fetchPage, { size: 5, pages: most })
  }

  test('fetches back to the last known message, and no further', async () => {
    const { messages, reached } = await look('11')

    expect(reached).toBe('known')
    expect(messages[0]?.id).toBe('10')
    expect(messages.at(-1)?.id).toBe('24')
    expect(pages).toEqual([null, '20', '15'])
  })

  test('fetches the newest page when nothing is known; a short page is the start', async () => {
    expect(await look(null)).toMatchObject({ reached: 'known', messages: { length: 5 } })
    said.unshift(createMessage('-', '2026-01-01T09:00:00Z'))
    expect(
      await fetchBackTo(createMessage('?', '2025-01-01T00:00:00Z'), fetchPage, { size: 5, pages: 10 }),
    ).toMatchObject({
      reached: 'start',
      messages: { length: 26 },
    })
  })

  test('reports a gap that is too long', async () => {
    expect(await look('00', 2)).toMatchObject({ reached: 'neither', messages: { length: 10 } })
  })
})

test('an older copy does not remove a tick', () => {
  const read = createMessage('1', '2026-01-01T10:00:00Z', { read_at: '2026-01-01T10:05:00Z' })

  expect(mergeMessages([read], [{ ...read, read_at: null }])[0]?.read_at).toBe('2026-01-01T10:05:00Z')
})

test('reading ticks the other person’s earlier messages, and none of the reader’s', () => {
  const mine = createMessage('1', '2026-01-01T10:00:00Z')
  const theirs = createMessage('2', '2026-01-01T10:01:00Z', { sender_id: 'ben' })
  const after = createMessage('3', '2026-01-01T10:09:00Z')

  const ticked = tick([mine, theirs, after], 'ben', 'read_at', '2026-01-01T10:05:00Z')
  expect(ticked.map(({ read_at }) => read_at !== null)).toEqual([true, false, false])
})

test('messages are grouped by day, in order', () => {
  const days = groupByDay([
    createMessage('1', '2026-01-01T12:00:00'),
    createMessage('2', '2026-01-01T13:00:00'),
    createMessage('3', '2026-01-02T12:00:00'),
  ])

  expect(days.map(({ items }) => items.length)).toEqual([2, 1])
})
