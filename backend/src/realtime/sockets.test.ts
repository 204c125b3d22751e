import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Sql } from '../database/database.ts'
import { createKeyring, type Keyring } from '../jwt/keyring.ts'
import { Policies } from './channel-access.ts'
import type { Load } from './cluster/parcel.ts'
import { LocalHub } from './hub.ts'
import { DEFAULT_LIMITS, type RealtimeLimits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { Presence } from './presence.ts'
import { Broadcast } from './room-message.ts'
import { Sockets } from './sockets.ts'

/** What only a server with other limits or tokens of a second can show. Public channels: no database is asked. */
const key = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url'), kid: 'test', alg: 'HS256' }
const apiKeys = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: '', serviceRoleKey: '' }

const noDatabase = undefined as unknown as Sql // never asked: see above

let keyring: Keyring
beforeAll(async () => {
  keyring = await createKeyring({ keys: [key] }, new Uint8Array(32), async () => apiKeys)
})

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function startServer(limits: Partial<RealtimeLimits> = {}, elsewhere: readonly Load[] = []) {
  const hub = new LocalHub()
  const sockets = new Sockets({
    admin: noDatabase,
    policies: new Policies(noDatabase, 1),
    keyring,
    log: pino({ level: 'silent' }),
    limits: { ...DEFAULT_LIMITS, refusalDelayMs: 1, ...limits },
    hub,
    presence: new Presence({ node: 'test', hub, share: () => undefined }),
    peerLoads: () => elsewhere,
    outbox: new Outbox(),
    changes: { subscribe: () => undefined, unsubscribe: () => undefined, findObstacle: async () => null },
    databaseBroadcastsReady: async () => undefined,
  })
  const server: Server = createServer()
  sockets.listenOn(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(() => new Promise((resolve) => server.close(resolve)))
  cleanUp.push(() => sockets.close())
  return { hub, sockets, port: (server.address() as AddressInfo).port }
}

type Frame = { topic: string; event: string; ref: string | null; payload: Record<string, unknown> }

/** A client that says exactly what the test wants, in serializer 1.0.0. */
async function connect(port: number, query = 'apikey=sb_publishable_x') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`)
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame)
    for (const wake of waiting.splice(0)) wake()
  })
  cleanUp.push(async () => socket.terminate())
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  let ref = 0
  return {
    socket,
    closed,
    frames,
    say(topic: string, event: string, payload: object = {}) {
      ref += 1
      socket.send(JSON.stringify({ topic, event, payload, ref: String(ref), join_ref: '1' }))
    },
    async hears(event: string): Promise<Frame> {
      for (;;) {
        const index = frames.findIndex((frame) => frame.event === event)
        if (index >= 0) return frames.splice(index, 1)[0] as Frame
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
  }
}

describe('tokens', () => {
  test('a channel ends when its token expires, with a word about why, and the socket stays', async () => {
    const { port } = await startServer()
    const anna = await connect(port)
    const token = await keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 1 })
    anna.say('realtime:room', 'phx_join', { config: {}, access_token: token })
    expect((await anna.hears('phx_reply')).payload).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    expect((await anna.hears('system')).payload).toEqual({
      extension: 'system',
      status: 'error',
      message: expect.stringMatching(/^Token has expired \d seconds ago$/),
      channel: 'room',
    })
    expect((await anna.hears('phx_close')).ref).toBe('1')
    anna.say('phoenix', 'heartbeat')
    expect((await anna.hears('phx_reply')).payload).toEqual({ status: 'ok', response: {} })
  })

  test('a fresh token in time keeps the channel', async () => {
    const { port } = await startServer()
    const anna = await connect(port)
    const expiring = (seconds: number) =>
      keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + seconds })
    anna.say('realtime:room', 'phx_join', { config: { broadcast: { ack: true } }, access_token: await expiring(1) })
    await anna.hears('phx_reply')
    anna.say('realtime:room', 'access_token', { access_token: await expiring(60) })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    anna.say('realtime:room', 'broadcast', { type: 'broadcast', event: 'hi', payload: {} })
    expect(await anna.hears('phx_reply')).toMatchObject({ payload: { status: 'ok' } })
  })

  test.each([[''], ['nonsense']])('the token %j ends the channel', async (token) => {
    const { port } = await startServer()
    const anna = await connect(port)
    anna.say('realtime:room', 'phx_join', { config: {} })
    await anna.hears('phx_reply')
    anna.say('realtime:room', 'access_token', { access_token: token })
    expect((await anna.hears('system')).payload.message).toBe('The token provided is not a valid JWT')
    await anna.hears('phx_close')
  })
})

describe('the handshake', () => {
  test.each([
    ['', 401, 'API key is missing'],
    ['apikey=nonsense', 401, 'The token provided is not a valid JWT'],
  ])('is refused with %j', async (query, status, error) => {
    const { port } = await startServer()
    const response = await fetchUpgrade(port, `/realtime/v1/websocket?${query}`)
    expect(response).toEqual({ status, body: { error } })
  })

  test('is refused with an expired key, and to more people than fit', async () => {
    const { port } = await startServer({ connections: 1 })
    const expired = await keyring.sign({ role: 'anon', exp: 1 })
    expect(await fetchUpgrade(port, `/socket/websocket?apikey=${expired}`)).toMatchObject({
      body: { error: 'Token has expired' },
    })
    await connect(port)
    expect(await fetchUpgrade(port, '/socket/websocket?apikey=sb_publishable_x')).toEqual({
      status: 429,
      body: { error: 'Too many connected users' },
    })
  })

  test('counts those of other processes, in all and by address', async () => {
    const load = { sockets: 5, addresses: { '127.0.0.1': 2 } }
    const full = { status: 429, body: { error: 'Too many connected users' } }
    const inAll = await startServer({ connections: 6 }, [load])
    const byAddress = await startServer({ connectionsPerAddress: 3 }, [load])
    for (const { port } of [inAll, byAddress]) {
      const first = await connect(port)
      expect(await fetchUpgrade(port, '/socket/websocket?apikey=sb_publishable_x')).toEqual(full)
      first.socket.close()
      await first.closed
      // The server hears of the end a moment later.
      await vi.waitFor(() => connect(port), { timeout: 5_000 })
    }
    expect(byAddress.sockets.load()).toEqual({ sockets: 1, addresses: { '127.0.0.1': 1 } })
  })

  test('is for its own two addresses', async () => {
    const { port } = await startServer()
    expect((await fetchUpgrade(port, '/elsewhere?apikey=sb_publishable_x')).status).toBe(404)
  })
})

async function fetchUpgrade(port: number, path: string): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
    socket.on('error', () => undefined) // follows what is read here
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
    })
  })
}

describe('limits', () => {
  test('a silent client is disconnected, one with heartbeats is not', async () => {
    const { port } = await startServer({ idleSeconds: 1 })
    const [silent, alive] = [await connect(port), await connect(port)]
    const heart = setInterval(() => alive.say('phoenix', 'heartbeat'), 200)
    cleanUp.push(async () => clearInterval(heart))
    expect(await silent.closed).toMatchObject({ code: 1000, reason: 'No heartbeat' })
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a receiver who does not read is disconnected before memory fills', async () => {
    const { port, hub } = await startServer({ unsentBytes: 1_000_000 })
    const slow = await connect(port)
    slow.say('realtime:room', 'phx_join', { config: {} })
    await slow.hears('phx_reply')
    slow.socket.pause()
    const body = { kind: 'json', text: JSON.stringify('x'.repeat(100_000)) } as const
    for (let i = 0; i < 200; i++) {
      hub.deliver('public:room', new Broadcast('room', 'flood', body, 'text'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 1013, reason: 'Receiving too slowly' })
    expect(slow.frames.length).toBeLessThan(200)
  })

  test('too many channels are refused, too many joins cost the socket', async () => {
    const { port } = await startServer({ channelsPerConnection: 2, joins: { amount: 3, seconds: 60 } })
    const anna = await connect(port)
    const joins = async (name: string) => {
      anna.say(`realtime:${name}`, 'phx_join', { config: {} })
      return (await anna.hears('phx_reply')).payload
    }
    expect(await joins('a')).toMatchObject({ status: 'ok' })
    expect(await joins('b')).toMatchObject({ status: 'ok' })
    expect(await joins('c')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    })
    expect(await joins('a')).toMatchObject({ status: 'ok' })
    expect(await joins('a')).toMatchObject({
      response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
    })
    await anna.closed
  })

  test('a flood of messages or of presence ends the channel and says so', async () => {
    const { port } = await startServer({
      messages: { amount: 2, seconds: 60 },
      presenceCalls: { amount: 1, seconds: 60 },
    })
    const anna = await connect(port)
    for (const topic of ['realtime:room', 'realtime:hall']) {
      anna.say(topic, 'phx_join', { config: {} })
      await anna.hears('phx_reply')
    }
    for (let i = 0; i < 3; i++) anna.say('realtime:room', 'broadcast', { type: 'broadcast', event: 'hi', payload: {} })
    expect(await anna.hears('system')).toMatchObject({
      topic: 'realtime:room',
      payload: { message: 'Too many messages per second' },
    })
    expect(await anna.hears('phx_close')).toMatchObject({ topic: 'realtime:room' })
    for (let i = 0; i < 2; i++) anna.say('realtime:hall', 'presence', { type: 'presence', event: 'track', payload: {} })
    expect(await anna.hears('system')).toMatchObject({ payload: { message: 'Client presence rate limit exceeded' } })
    expect(await anna.hears('phx_close')).toMatchObject({ topic: 'realtime:hall' })
  })

  test('an oversized payload is refused when an acknowledgement was asked for', async () => {
    const { port } = await startServer({ payloadBytes: 100 })
    const anna = await connect(port)
    anna.say('realtime:room', 'phx_join', { config: { broadcast: { ack: true } } })
    await anna.hears('phx_reply')
    anna.say('realtime:room', 'broadcast', { type: 'broadcast', event: 'big', payload: { text: 'x'.repeat(200) } })
    expect(await anna.hears('phx_reply')).toMatchObject({ ref: '2', payload: { status: 'error' } })
  })
})

test('a leave during the join is answered and the join does not come to be', async () => {
  const { port, hub } = await startServer()
  const anna = await connect(port)
  anna.say('realtime:room', 'phx_join', { config: {} })
  anna.say('realtime:room', 'phx_leave')
  expect(await anna.hears('phx_reply')).toMatchObject({ ref: '2', payload: { status: 'ok', response: {} } })
  hub.deliver('public:room', new Broadcast('room', 'hi', { kind: 'json', text: '{}' }, 'text'))
  anna.say('phoenix', 'heartbeat')
  expect(await anna.hears('phx_reply')).toMatchObject({ ref: '3' })
  expect(anna.frames.map((frame) => frame.event)).toEqual(['phx_close'])
})

test('at shutdown every socket is told that the server goes away', async () => {
  const { port, sockets } = await startServer()
  const anna = await connect(port)
  await sockets.close()
  expect(await anna.closed).toMatchObject({ code: 1001 })
})
