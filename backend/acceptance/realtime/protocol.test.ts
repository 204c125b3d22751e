import { describe, expect, onTestFinished, test } from 'vitest'
import { target } from '../server.ts'
import { collectBroadcasts, subscribed, uniqueTopic, VERSIONS, type Version, visitorClient } from './channels.ts'

interface Frame {
  topic: string
  event: string
  ref: string | null
  join_ref: string | null
  payload: { status?: string; response?: Record<string, unknown> } & Record<string, unknown>
}

/** A bare socket, for messages that the official client never sends. */
async function bareSocket(vsn: Version | null, path = '/realtime/v1/websocket') {
  const { url, publishableKey } = target()
  const query = new URLSearchParams({ apikey: publishableKey, ...(vsn ? { vsn } : {}) })
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}?${query}`)
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  socket.onmessage = ({ data }) => {
    const value = JSON.parse(String(data))
    frames.push(Array.isArray(value) ? toObject(value) : value)
    for (const wake of waiting.splice(0)) wake()
  }
  onTestFinished(() => socket.close())
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  return {
    socket,
    say(joinRef: string | null, ref: string, topic: string, event: string, payload: object) {
      const frame = { topic, event, payload, ref, join_ref: joinRef }
      socket.send(JSON.stringify(vsn === '2.0.0' ? [joinRef, ref, topic, event, payload] : frame))
    },
    async next(): Promise<Frame> {
      while (frames.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return frames.shift() as Frame
    },
  }
}

function toObject([join_ref, ref, topic, event, payload]: unknown[]): Frame {
  return { join_ref, ref, topic, event, payload } as Frame
}

describe.each(VERSIONS)('serializer %s', (vsn) => {
  test('answers heartbeats', async () => {
    const { say, next } = await bareSocket(vsn)
    say(null, '7', 'phoenix', 'heartbeat', {})
    expect(await next()).toEqual({
      topic: 'phoenix',
      event: 'phx_reply',
      ref: '7',
      join_ref: null,
      payload: { status: 'ok', response: {} },
    })
  })

  test('answers pushes to an unjoined topic, and leaves of one', async () => {
    const { say, next } = await bareSocket(vsn)
    const topic = `realtime:${uniqueTopic()}`
    say('1', '2', topic, 'presence', { type: 'presence', event: 'track', payload: {} })
    expect((await next()).payload).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    say('1', '3', topic, 'phx_leave', {})
    expect(await next()).toMatchObject({ ref: '3', payload: { status: 'ok', response: {} } })
  })

  test('drops malformed frames and keeps the socket open', async () => {
    const { socket, say, next } = await bareSocket(vsn)
    for (const frame of ['', 'hello', '{', '[]', '[1,2,3]', 'null', '{"topic":1}', '["1","2","t"]']) socket.send(frame)
    for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9, 9], [3, 0, 0, 1, 1, 0, 1, 97, 98, 123]]) {
      socket.send(new Uint8Array(bytes))
    }
    say(null, '8', 'phoenix', 'heartbeat', {})
    expect(await next()).toMatchObject({ ref: '8', payload: { status: 'ok' } })
  })

  test('closes the previous instance when a topic is joined again', async () => {
    const { say, next } = await bareSocket(vsn)
    const topic = `realtime:${uniqueTopic()}`
    say('1', '1', topic, 'phx_join', { config: { presence: { enabled: false } } })
    expect(await next()).toMatchObject({
      ref: '1',
      join_ref: '1',
      payload: { status: 'ok', response: { postgres_changes: [] } },
    })
    say('2', '2', topic, 'phx_join', { config: { presence: { enabled: false } } })
    expect(await next()).toMatchObject({ event: 'phx_close', ref: '1', join_ref: '1', payload: {} })
    expect(await next()).toMatchObject({ event: 'phx_reply', ref: '2', join_ref: '2', payload: { status: 'ok' } })
    say('2', '3', topic, 'phx_leave', {})
    expect(await next()).toMatchObject({ event: 'phx_reply', ref: '3', payload: { status: 'ok' } })
    expect(await next()).toMatchObject({ event: 'phx_close', ref: '2' })
  })

  test.each([
    ['realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['elsewhere', {}, 'unmatched topic'],
    ['realtime:room', { access_token: 'nonsense' }, 'MalformedJWT: The token provided is not a valid JWT'],
    [
      'realtime:room',
      { config: { broadcast: { replay: { since: 1 } } } },
      'UnableToReplayMessages: Replay is not allowed for public channels',
    ],
    [
      'realtime:room',
      { config: { private: true } },
      'Unauthorized: You do not have permissions to read from this Channel topic: room',
    ],
  ])('refuses to join %s with %j', async (topic, payload, reason) => {
    const { say, next } = await bareSocket(vsn)
    say('1', '1', topic, 'phx_join', payload)
    expect(await next()).toMatchObject({
      event: 'phx_reply',
      ref: '1',
      payload: { status: 'error', response: { reason } },
    })
  })

  test('joins with an invalid config as without one', async () => {
    const { say, next } = await bareSocket(vsn)
    say('1', '1', `realtime:${uniqueTopic()}`, 'phx_join', {
      config: { broadcast: 7, presence: null, postgres_changes: 'x' },
    })
    expect((await next()).payload).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    expect(await next()).toMatchObject({ event: 'presence_state', payload: {} })
  })

  test('reports when broadcasts from the database flow, if requested', async () => {
    const { say, next } = await bareSocket(vsn)
    say('1', '1', `realtime:${uniqueTopic()}`, 'phx_join', {
      config: { broadcast: { replication_ready: true }, presence: { enabled: false } },
    })
    expect((await next()).payload.status).toBe('ok')
    expect(await next()).toMatchObject({
      event: 'system',
      payload: { extension: 'system', status: 'ok', message: 'Replication connection established' },
    })
  })

  test('reports that a table has no changes, and the channel continues', async () => {
    const systemMessages: unknown[] = []
    const mine = collectBroadcasts()
    const channel = await subscribed(visitorClient(vsn), uniqueTopic(), { broadcast: { self: true } }, (channel) => {
      channel.on('system', {}, (payload) => systemMessages.push(payload))
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'realtime_notes' }, () => undefined)
      mine.listenTo(channel)
    })
    await channel.send({ type: 'broadcast', event: 'hi', payload: {} })
    expect((await mine.next()).event).toBe('hi')
    await expect
      .poll(() => systemMessages)
      .toMatchObject([
        { extension: 'postgres_changes', status: 'error', message: expect.stringContaining('Realtime is enabled') },
      ])
  })

  test('heartbeats of the official client are answered', async () => {
    const statuses: string[] = []
    const client = visitorClient(vsn)
    client.realtime.onHeartbeat((status) => statuses.push(status))
    await subscribed(client, uniqueTopic())
    await client.realtime.sendHeartbeat()
    await expect.poll(() => statuses).toContain('ok')
  })
})

test('a client that names no version gets the first serializer and can use the older path', async () => {
  const { say, next } = await bareSocket(null, '/socket/websocket')
  say(null, '1', 'phoenix', 'heartbeat', {})
  expect(await next()).toMatchObject({ topic: 'phoenix', payload: { status: 'ok' } })
})

test('a legacy key opens a socket too', async () => {
  const { url, anonKey } = target()
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`)
  onTestFinished(() => socket.close())
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
})
