import { describe, expect, test, vi } from 'vitest'
import { Broadcast } from '../broadcast/room-message.ts'
import { connect, fetchUpgrade, keyring, startServer } from './sockets-fixture.ts'

describe('tokens', () => {
  test('a channel ends with a reason when its token expires, and the socket stays open', async () => {
    const { port } = await startServer()
    const anna = await connect(port)
    const token = await keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 2 })
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

  test('a token refreshed in time keeps the channel', async () => {
    const { port } = await startServer()
    const anna = await connect(port)
    const expiring = (seconds: number) =>
      keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + seconds })
    anna.say('realtime:room', 'phx_join', { config: { broadcast: { ack: true } }, access_token: await expiring(2) })
    await anna.hears('phx_reply')
    anna.say('realtime:room', 'access_token', { access_token: await expiring(60) })
    await new Promise((resolve) => setTimeout(resolve, 2_200))
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

test('a token that cannot be checked at the moment ends the channel so that the client rejoins', async () => {
  let isAway = false
  const { port } = await startServer({
    answer: () => {
      if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      return { broadcast: true, presence: true }
    },
  })
  const anna = await connect(port)
  expect(await anna.joins('realtime:room', { private: true })).toMatchObject({ status: 'ok' })
  isAway = true
  const token = await keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 })
  anna.say('realtime:room', 'access_token', { access_token: token })
  expect(await anna.hears('phx_error')).toMatchObject({ ref: '1', payload: {} })
  expect(await anna.joins('realtime:room', { private: true })).toMatchObject({
    response: { reason: expect.stringMatching(/^UnableToConnectToProject: /) },
  })
  isAway = false
  expect(await anna.joins('realtime:room', { private: true })).toMatchObject({ status: 'ok' })
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

  test('is refused with an expired key, and beyond the connection limit', async () => {
    const { port } = await startServer({ limits: { connections: 1 } })
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

  test('counts the sockets of other processes, in total and by address', async () => {
    const load = { sockets: 5, addresses: { '127.0.0.1': 2 } }
    const full = { status: 429, body: { error: 'Too many connected users' } }
    const inAll = await startServer({ limits: { connections: 6 }, elsewhere: [load] })
    const byAddress = await startServer({ limits: { connectionsPerAddress: 3 }, elsewhere: [load] })
    for (const { port } of [inAll, byAddress]) {
      const first = await connect(port)
      expect(await fetchUpgrade(port, '/socket/websocket?apikey=sb_publishable_x')).toEqual(full)
      first.socket.close()
      await first.closed
      // The server notices the close slightly later.
      await vi.waitFor(() => connect(port), { timeout: 5_000 })
    }
    expect(byAddress.sockets.load()).toEqual({ sockets: 1, addresses: { '127.0.0.1': 1 } })
  })

  test('is only accepted at its own two paths', async () => {
    const { port } = await startServer()
    expect((await fetchUpgrade(port, '/elsewhere?apikey=sb_publishable_x')).status).toBe(404)
  })
})

test('a leave during the join is answered and cancels the join', async () => {
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

test('every socket is closed with "going away" at shutdown', async () => {
  const { port, sockets } = await startServer()
  const anna = await connect(port)
  await sockets.close()
  expect(await anna.closed).toMatchObject({ code: 1001 })
})

test('a presence key that the client would misread is sent as a diff instead of in the state', async () => {
  const { port } = await startServer()
  const [odd, ben] = [await connect(port), await connect(port)]
  await odd.joins('realtime:room', { presence: { enabled: true, key: 'ids' } })
  odd.say('realtime:room', 'presence', { type: 'presence', event: 'track', payload: {} })
  await odd.hears('presence_diff')
  await ben.joins('realtime:room', { presence: { enabled: true } })
  expect((await ben.hears('presence_state')).payload).toEqual({})
  const { joins } = (await ben.hears('presence_diff')).payload
  expect(joins).toEqual({ ids: { metas: [{ phx_ref: expect.any(String) }] } })
})
