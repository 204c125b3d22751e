import {
  postgresChangesFilter,
  RealtimeChannel,
  RealtimeClient,
  RealtimePostgresFilterBuilder,
  RealtimePresence,
} from '@supabase/supabase-js'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { operator, target } from '../server.ts'
import { uniqueNumber } from './changes.ts'
import { collectBroadcasts, subscription, uniqueTopic, VERSIONS, type Version } from './channels.ts'

/** Covers every public method of the unmodified client, and every constructor option that works outside browsers. */

const CLASSES = { RealtimeClient, RealtimeChannel, RealtimePresence, RealtimePostgresFilterBuilder }
/** Private methods of the builder without an underscore. */
const NOT_PUBLIC = new Set(['constructor', 'add'])

const spies = new Map<string, ReturnType<typeof vi.spyOn>>()
for (const [name, { prototype }] of Object.entries(CLASSES)) {
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || method.startsWith('_') || NOT_PUBLIC.has(method)) continue
    // Records the call and forwards it.
    spies.set(`${name}.${method}`, vi.spyOn(prototype as never, method as never))
  }
}
const called = new Set<string>()
// The runner clears recorded calls with each test.
afterEach(() => {
  for (const [name, spy] of spies) if (spy.mock.calls.length > 0) called.add(name)
})
afterAll(() => {
  vi.restoreAllMocks()
})

const TIMEOUT = { timeout: 15_000 }

function address(): string {
  return `${target().url.replace(/^http/, 'ws')}/realtime/v1`
}

function visitor(vsn: Version, options: ConstructorParameters<typeof RealtimeClient>[1] = {}): RealtimeClient {
  const client = new RealtimeClient(address(), { params: { apikey: target().publishableKey }, vsn, ...options })
  onTestFinished(() => void client.disconnect())
  return client
}

test.each(VERSIONS)('serializer %s: the client connects, reports its state, and disconnects', async (vsn) => {
  const client = visitor(vsn)
  expect(client.endpointURL()).toContain(`vsn=${vsn}`)
  client.connect()
  expect([client.isConnecting(), client.connectionState()]).toEqual([true, 'connecting'])
  await vi.waitFor(() => expect(client.isConnected()).toBe(true), TIMEOUT)
  const beats: string[] = []
  client.onHeartbeat((status) => beats.push(status))
  await client.sendHeartbeat()
  await vi.waitFor(() => expect(beats).toContain('ok'), TIMEOUT)
  const channels = [
    client.channel(uniqueTopic()),
    client.channel(uniqueTopic()),
    client.channel(uniqueTopic()),
  ] as const
  await Promise.all(channels.map(subscription))
  expect(client.getChannels()).toHaveLength(3)
  expect(await client.removeChannel(channels[0])).toBe('ok')
  expect(await client.removeAllChannels()).toEqual(['ok', 'ok'])
  const ended = client.disconnect()
  expect(client.isDisconnecting() || !client.isConnected()).toBe(true)
  await ended
  await vi.waitFor(() => expect(client.connectionState()).toBe('closed'), TIMEOUT)
})

test.each(VERSIONS)('serializer %s: a channel supports all its methods', async (vsn) => {
  const topic = uniqueTopic()
  const mine = collectBroadcasts()
  const listening = visitor(vsn).channel(topic, {
    config: { broadcast: { self: true, ack: true }, presence: { key: 'me' } },
  })
  mine.listenTo(listening)
  listening.on('presence', { event: 'sync' }, () => undefined)
  await subscription(listening)
  expect(await listening.send({ type: 'broadcast', event: 'sent', payload: { n: 1 } })).toBe('ok')
  expect(await listening.httpSend('posted', { n: 2 })).toEqual({ success: true })
  expect([await mine.next(), await mine.next()].map(({ event }) => event).sort()).toEqual(['posted', 'sent'])
  expect(await listening.track({ mood: 'calm' })).toBe('ok')
  await vi.waitFor(() => expect(listening.presenceState()).toMatchObject({ me: [{ mood: 'calm' }] }), TIMEOUT)
  expect(await listening.untrack()).toBe('ok')
  await vi.waitFor(() => expect(listening.presenceState()).toEqual({}), TIMEOUT)

  const copy = visitor(vsn).channel(topic)
  copy.copyBindings(listening)
  copy.updateJoinPayload({ version: 'test' })
  await subscription(copy)
  await listening.send({ type: 'broadcast', event: 'to-both', payload: {} })
  await vi.waitFor(() => expect(mine.received.filter(({ event }) => event === 'to-both')).toHaveLength(2), TIMEOUT)
  expect(await copy.unsubscribe()).toBe('ok')
  listening.teardown()
  expect(listening.state).toBe('closed')
})

test.each(VERSIONS)('serializer %s: custom frames and tokens are accepted', async (vsn) => {
  const client = visitor(vsn)
  const channel = client.channel(uniqueTopic())
  await subscription(channel)
  const answers: unknown[] = []
  // Its answer has no receiver, which is harmless.
  client.push({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1000000' })
  client.onHeartbeat((status) => answers.push(status))
  await client.setAuth(target().anonKey)
  await client.sendHeartbeat()
  await vi.waitFor(() => expect(answers).toContain('ok'), TIMEOUT)
  expect(channel.state).toBe('joined')
})

test('every constructor option works', async () => {
  const [heartbeats, logged, sockets, fetched]: [string[], string[], WebSocket[], string[]] = [[], [], [], []]
  class NotedSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  const accessToken = vi.fn(async () => target().anonKey)
  const kept = new Map<string, string>()
  const client = visitor('1.0.0', {
    transport: NotedSocket as never, // the client's own type for it is narrower than the platform's
    timeout: 9_000,
    heartbeatIntervalMs: 200,
    heartbeatCallback: (status) => heartbeats.push(status),
    logger: (kind, message) => logged.push(`${kind} ${message}`),
    logLevel: 'info',
    encode: (payload, callback) => callback(JSON.stringify(payload) as never),
    decode: (payload, callback) => callback(JSON.parse(payload as string)),
    reconnectAfterMs: () => 50,
    headers: { 'x-from': 'a test' },
    params: { apikey: target().publishableKey, flavour: 'plum' },
    fetch: (input, init) => {
      fetched.push(String(input))
      return fetch(input, init)
    },
    accessToken,
    disconnectOnEmptyChannelsAfterMs: 0,
    sessionStorage: {
      get length() {
        return kept.size
      },
      clear: () => kept.clear(),
      getItem: (key) => kept.get(key) ?? null,
      key: (index) => [...kept.keys()][index] ?? null,
      removeItem: (key) => void kept.delete(key),
      setItem: (key, value) => void kept.set(key, value),
    },
  })
  expect(client.hasLogger()).toBe(true)
  client.log('test', 'a word')
  const topic = uniqueTopic()
  const mine = collectBroadcasts()
  const channel = client.channel(topic, { config: { broadcast: { self: true } } })
  mine.listenTo(channel)
  await subscription(channel)
  await vi.waitFor(() => expect(heartbeats).toContain('ok'), TIMEOUT)
  expect(await channel.httpSend('posted', {})).toEqual({ success: true })
  expect((await mine.next()).event).toBe('posted')
  expect(fetched[0]).toContain('/api/broadcast/')
  expect([sockets[0]?.url, accessToken.mock.calls.length > 0]).toEqual([expect.stringContaining('flavour=plum'), true])
  expect(sockets[0]?.url).toContain('log_level=info')
  // A broken socket is replaced, and the channel rejoins by itself.
  sockets[0]?.close(3000)
  await vi.waitFor(() => expect([sockets.length, channel.state]).toEqual([2, 'joined']), TIMEOUT)
  await vi.waitFor(async () => {
    await channel.send({ type: 'broadcast', event: 'after', payload: {} })
    expect(mine.received.at(-1)?.event).toBe('after')
  }, TIMEOUT)
  expect(logged).toContain('test a word')
  await client.removeChannel(channel)
  await vi.waitFor(() => expect(client.isConnected()).toBe(false), TIMEOUT)
})

test('every filter that can be built is accepted', async () => {
  const id = uniqueNumber()
  const not = (column: string, operator: 'in' | 'is' | 'eq') => {
    const filter = postgresChangesFilter()
    if (operator === 'in') return filter.not(column, 'in', ['x', 'y'])
    return operator === 'is' ? filter.not(column, 'is', null) : filter.not(column, 'eq', 'x')
  }
  const filters = [
    postgresChangesFilter().eq('room', 'a,(b)"c').neq('room', 'x'),
    postgresChangesFilter()
      .gt('id', id - 1)
      .gte('id', id)
      .lt('id', id + 1)
      .lte('id', id),
    postgresChangesFilter().in('room', ['a,(b)"c', 'other']).is('note', null),
    postgresChangesFilter().like('room', 'a%').ilike('room', 'A%'),
    postgresChangesFilter().match('room', '^a').imatch('room', '^A').isDistinct('room', 'x'),
    ...(['in', 'is', 'eq'] as const).map((operator) => not('room', operator)),
  ]
  expect(filters[0]?.toString()).toBe(filters[0]?.build())
  const received = filters.map(() => 0)
  const systemMessages: { status: string; message: string }[] = []
  const channel = visitor('2.0.0').channel(uniqueTopic())
  channel.on('system', {}, (message) => systemMessages.push(message))
  for (const [index, filter] of filters.entries()) {
    const wish = {
      event: 'INSERT',
      schema: 'public',
      table: 'realtime_rows',
      filter: `id=eq.${id},${filter.build()}`,
    } as const
    channel.on('postgres_changes', wish, () => {
      received[index] = (received[index] ?? 0) + 1
    })
  }
  await subscription(channel)
  await vi.waitFor(
    () => expect(systemMessages).toMatchObject([{ status: 'ok', message: 'Subscribed to PostgreSQL' }]),
    TIMEOUT,
  )
  const { error } = await operator().from('realtime_rows').insert({ id, room: 'a,(b)"c' })
  expect(error).toBeNull()
  await vi.waitFor(() => expect(received).toEqual(filters.map(() => 1)), TIMEOUT)
})

test('no public method was omitted', () => {
  const unused = [...spies.keys()].filter((name) => !called.has(name))
  expect(unused).toEqual([])
})
