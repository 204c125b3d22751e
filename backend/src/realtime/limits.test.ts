import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { rate } from '../rate-limits/rate.ts'
import { Broadcast } from './broadcast/room-message.ts'
import { connect, fetchUpgrade, startServer } from './sockets/sockets-fixture.ts'

const broadcast = (payload: object = {}) => ({ type: 'broadcast', event: 'hi', payload })
const track = (payload: unknown = {}) => ({ type: 'presence', event: 'track', payload })

test('a silent client is disconnected, and one with heartbeats is not', async () => {
  const { port } = await startServer({ limits: { idleSeconds: 2 } })
  const [silent, alive] = [await connect(port), await connect(port)]
  const heart = setInterval(() => alive.say('phoenix', 'heartbeat'), 100)
  onTestFinished(() => clearInterval(heart))
  expect(await silent.closed).toMatchObject({ code: 1000, reason: 'No heartbeat' })
  expect(alive.socket.readyState).toBe(WebSocket.OPEN)
})

test('a receiver that does not read is disconnected before memory fills, and leaves its rooms immediately', async () => {
  const { port, hub, presence } = await startServer({ limits: { unsentBytes: 1_000_000 } })
  const [slow, quick] = [await connect(port), await connect(port)]
  await slow.joins('realtime:room', { presence: { enabled: true, key: 'slow' } })
  slow.say('realtime:room', 'presence', track())
  await slow.hears('presence_diff')
  await quick.joins('realtime:room', { presence: { enabled: true } })
  slow.socket.pause()
  const body = { kind: 'json', text: JSON.stringify('x'.repeat(100_000)) } as const
  for (let i = 0; i < 400; i++) {
    hub.deliver('public:room', new Broadcast('room', 'flood', body, 'text'))
    await quick.hears('broadcast')
  }
  expect(await quick.hears('presence_diff')).toMatchObject({ payload: { joins: {}, leaves: { slow: {} } } })
  expect(Object.keys(presence.state('public:room'))).toEqual([])
  slow.socket.resume()
  expect(await slow.closed).toEqual({ code: 1013, reason: 'Receiving too slowly' })
  // 40 MB were sent; the frames it still receives were in the system's buffers.
  expect(slow.frames.length).toBeLessThan(150)
})

test('too many channels are refused, and too many joins close the socket', async () => {
  const { port } = await startServer({ limits: { channelsPerConnection: 2, joins: rate(3, 600) } })
  const anna = await connect(port)
  expect(await anna.joins('realtime:a')).toMatchObject({ status: 'ok' })
  expect(await anna.joins('realtime:b')).toMatchObject({ status: 'ok' })
  expect(await anna.joins('realtime:c')).toEqual({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  })
  expect(await anna.joins('realtime:a')).toMatchObject({ status: 'ok' })
  expect(await anna.joins('realtime:a')).toMatchObject({
    response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
  })
  expect(await anna.closed).toEqual({ code: 1008, reason: 'Too many joins per second' })
})

test('the allowed number of messages is delivered; the next one ends the channel with a reason, but not the socket', async () => {
  const { port } = await startServer({ limits: { messages: rate(2, 600) } })
  const anna = await connect(port)
  await anna.joins('realtime:room', { broadcast: { self: true }, presence: { enabled: false } })
  for (const n of [1, 2, 3]) anna.say('realtime:room', 'broadcast', broadcast({ n }))
  for (const n of [1, 2]) expect(await anna.hears('broadcast')).toMatchObject({ payload: { payload: { n } } })
  expect(await anna.hears('system')).toMatchObject({
    topic: 'realtime:room',
    payload: { status: 'error', message: 'Too many messages per second' },
  })
  expect(await anna.hears('phx_close')).toMatchObject({ topic: 'realtime:room' })
  anna.say('phoenix', 'heartbeat')
  expect(await anna.hears('phx_reply')).toMatchObject({ topic: 'phoenix', payload: { status: 'ok' } })
  expect(anna.frames).toEqual([])
})

test('the allowed number of presence calls is answered; the next one ends the channel with a reason', async () => {
  const { port } = await startServer({ limits: { presenceCalls: rate(2, 600) } })
  const anna = await connect(port)
  await anna.joins('realtime:hall')
  for (const n of [1, 2, 3]) anna.say('realtime:hall', 'presence', track({ n }))
  for (const ref of ['2', '3'])
    expect(await anna.hears('phx_reply')).toMatchObject({ ref, payload: { status: 'ok', response: {} } })
  expect(await anna.hears('system')).toMatchObject({ payload: { message: 'Client presence rate limit exceeded' } })
  expect(await anna.hears('phx_close')).toMatchObject({ topic: 'realtime:hall' })
})

test('an address that connects too often is refused, and keeps its open sockets', async () => {
  const { port } = await startServer({ limits: { connects: rate(2, 600) } })
  const [first] = [await connect(port), await connect(port)]
  expect(await fetchUpgrade(port, '/socket/websocket?apikey=sb_publishable_x')).toEqual({
    status: 429,
    body: { error: 'Too many joins per second' },
  })
  expect(await first.joins('realtime:room')).toMatchObject({ status: 'ok' })
})

describe('the size of a payload', () => {
  test('is limited for broadcasts, and the acknowledgement reports it', async () => {
    const { port } = await startServer({ limits: { payloadBytes: 100 } })
    const anna = await connect(port)
    await anna.joins('realtime:room', { broadcast: { ack: true } })
    anna.say('realtime:room', 'broadcast', broadcast({ text: 'x'.repeat(100 - '{"text":""}'.length) }))
    expect(await anna.hears('phx_reply')).toMatchObject({ ref: '2', payload: { status: 'ok' } })
    anna.say('realtime:room', 'broadcast', broadcast({ text: 'x'.repeat(101 - '{"text":""}'.length) }))
    expect(await anna.hears('phx_reply')).toMatchObject({ ref: '3', payload: { status: 'error' } })
  })

  test('is limited for presence, and ends the channel', async () => {
    const { port } = await startServer({ limits: { payloadBytes: 100 } })
    const anna = await connect(port)
    await anna.joins('realtime:room')
    anna.say('realtime:room', 'presence', track({ text: 'small' }))
    expect(await anna.hears('phx_reply')).toMatchObject({ payload: { status: 'ok' } })
    anna.say('realtime:room', 'presence', track({ text: 'x'.repeat(200) }))
    expect(await anna.hears('system')).toMatchObject({ payload: { message: 'Track message size exceeded' } })
    await anna.hears('phx_close')
  })

  test('is limited for whole frames, and ends the socket', async () => {
    const { port } = await startServer({ limits: { frameBytes: 1_000 } })
    const anna = await connect(port)
    expect(await anna.joins('realtime:room', { ignored: 'x'.repeat(800) })).toMatchObject({ status: 'ok' })
    anna.say('realtime:room', 'broadcast', broadcast({ text: 'x'.repeat(1_000) }))
    expect(await anna.closed).toMatchObject({ code: 1009 })
  })
})

test('names have at most 255 bytes', async () => {
  const { port } = await startServer()
  const anna = await connect(port)
  const longest = `realtime:${'ü'.repeat(123)}`
  expect(Buffer.byteLength(longest)).toBe(255)
  expect(await anna.joins(longest)).toMatchObject({ status: 'ok' })
  expect(await anna.joins(`${longest}x`)).toMatchObject({
    response: { reason: expect.stringMatching(/^TopicNameTooLong: /) },
  })
})

test('where only private channels are allowed, a public one is refused', async () => {
  const answer = () => ({ broadcast: true, presence: true })
  const { port } = await startServer({ limits: { privateOnly: true }, answer })
  const anna = await connect(port)
  expect(await anna.joins('realtime:room')).toEqual({
    status: 'error',
    response: { reason: 'PrivateOnly: This project only allows private channels' },
  })
  expect(await anna.joins('realtime:room', { private: true })).toMatchObject({ status: 'ok' })
})
