import { expect, test } from 'vitest'
import { createOutbox, Unreachable, type Waiting } from './outbox.ts'

function createEnvironment(send: (waiting: Waiting) => Promise<void>) {
  const kept = new Map<string, string>()
  let ids = 0
  const world = {
    online: true,
    send,
    pauses: [] as number[],
    pause: async (attempts: number) => void world.pauses.push(attempts),
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    isOnline: () => world.online,
    newId: () => `id-${ids++}`,
    now: () => new Date('2026-01-01T10:00:00Z'),
  }
  return world
}

test('messages are sent one at a time, in order', async () => {
  const sent: string[] = []
  const outbox = createOutbox(createEnvironment(async ({ body }) => void sent.push(body)))
  outbox.add('c', 'first')
  outbox.add('c', 'second')
  await outbox.flush()

  expect(sent).toEqual(['first', 'second'])
  expect(outbox.get()).toEqual([])
})

test('without a network a message waits, survives a reload and is sent once', async () => {
  const sent: string[] = []
  const world = createEnvironment(async ({ body }) => void sent.push(body))
  world.online = false
  const beforeReload = createOutbox(world)
  beforeReload.add('c', 'hello')
  await beforeReload.flush()
  expect(sent).toEqual([])

  world.online = true
  const afterReload = createOutbox(world)
  await afterReload.flush()
  expect(sent).toEqual(['hello'])
})

test('an unreachable server is retried, and later messages wait', async () => {
  const sent: string[] = []
  let failures = 2
  const world = createEnvironment(async ({ body }) => {
    if (failures-- > 0) throw new Unreachable('Failed to fetch')
    sent.push(body)
  })
  const outbox = createOutbox(world)
  outbox.add('c', 'first')
  outbox.add('c', 'second')
  await outbox.flush()

  expect(sent).toEqual(['first', 'second'])
  expect(world.pauses).toEqual([1, 2])
})

test('a refusal is kept with its reason, and a retry uses the same client id', async () => {
  const ids: string[] = []
  let refuse = true
  const outbox = createOutbox(
    createEnvironment(async ({ clientId }) => {
      ids.push(clientId)
      if (refuse) throw new Error('This conversation is closed.')
    }),
  )
  outbox.add('c', 'hello')
  await outbox.flush()
  expect(outbox.get()).toMatchObject([{ state: 'failed', reason: 'This conversation is closed.' }])

  refuse = false
  outbox.retry(outbox.get()[0]?.clientId ?? '')
  await outbox.flush()
  expect(outbox.get()).toEqual([])
  expect(new Set(ids).size).toBe(1)
})
