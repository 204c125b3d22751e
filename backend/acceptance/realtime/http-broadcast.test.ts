import { describe, expect, test } from 'vitest'
import { target } from '../server.ts'
import {
  allow,
  bytesOf,
  collectBroadcasts,
  subscribed,
  uniqueTopic,
  userClient,
  VERSIONS,
  visitorClient,
} from './channels.ts'

describe.each(VERSIONS)('serializer %s: broadcasting over HTTP', (vsn) => {
  test('httpSend reaches the channel, with JSON and with bytes', async () => {
    const topic = `${uniqueTopic()} with spaces/and slashes`
    const mine = collectBroadcasts()
    const reader = visitorClient('2.0.0')
    await subscribed(reader, topic, {}, mine.listenTo)
    const channel = visitorClient(vsn).channel(topic)
    expect(await channel.httpSend('hi/there', { n: 1 })).toEqual({ success: true })
    expect(await mine.next()).toMatchObject({ event: 'hi/there', payload: { n: 1 } })
    expect(await channel.httpSend('bytes', new Uint8Array([1, 2]).buffer)).toEqual({ success: true })
    expect([...bytesOf(await mine.next())]).toEqual([1, 2])
    expect(await channel.httpSend('nothing', new ArrayBuffer(0))).toEqual({ success: true })
    const empty = await mine.next()
    expect([empty.event, bytesOf(empty).byteLength]).toEqual(['nothing', 0])
  })

  test('send before subscribing falls back to HTTP', async () => {
    const topic = uniqueTopic()
    const mine = collectBroadcasts()
    await subscribed(visitorClient(vsn), topic, {}, mine.listenTo)
    const early = visitorClient(vsn).channel(topic)
    expect(await early.send({ type: 'broadcast', event: 'early', payload: { n: 1 } })).toBe('ok')
    expect((await mine.next()).event).toBe('early')
  })

  test('private topics require the write policy', async () => {
    const topic = uniqueTopic()
    const [writer, reader] = [await userClient(vsn), await userClient(vsn)]
    await allow(writer.client, topic, { read: true, write: true })
    await allow(reader.client, topic, { read: true, write: false })
    const theirs = collectBroadcasts()
    await subscribed(reader.client, topic, { private: true }, theirs.listenTo)
    const over = (client: typeof writer.client) =>
      client.channel(topic, { config: { private: true } }).httpSend('news', { n: 1 })
    await expect(over(reader.client)).rejects.toThrow('You do not have permissions to write to this Channel')
    expect(await over(writer.client)).toEqual({ success: true })
    expect((await theirs.next()).event).toBe('news')
    expect(theirs.received).toHaveLength(1)
  })
})

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const { url, publishableKey } = target()
  return fetch(`${url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
    body,
  })
}

test('a batch is accepted as a whole, and private entries without permission are skipped', async () => {
  const topic = uniqueTopic()
  const mine = collectBroadcasts()
  await subscribed(visitorClient('2.0.0'), topic, {}, mine.listenTo)
  const messages = [
    { topic, event: 'secret', payload: {}, private: true },
    { topic, event: 'one', payload: { n: 1 } },
    { topic, event: 'two', payload: { n: 2 } },
  ]
  const response = await post('', JSON.stringify({ messages }))
  expect([response.status, await response.text()]).toEqual([202, ''])
  expect([(await mine.next()).event, (await mine.next()).event]).toEqual(['one', 'two'])
})

test.each([
  ['no messages', '{}'],
  ['no JSON', '{"messages":'],
  ['no topic', '{"messages":[{"event":"e","payload":{}}]}'],
  ['no payload', '{"messages":[{"topic":"t","event":"e"}]}'],
  ['a payload that is not an object', '{"messages":[{"topic":"t","event":"e","payload":1}]}'],
])('a batch with %s is refused with 422', async (_what, body) => {
  const response = await post('', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toHaveProperty('errors')
})

test('is refused with 401 without a key or with a bad token, and with 415 for other content types', async () => {
  const { url } = target()
  const bare = await fetch(`${url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([bare.status, await bare.json()]).toEqual([401, { message: 'Unauthorized' }])
  expect((await post('', '{}', { authorization: 'Bearer nonsense' })).status).toBe(401)
  const text = await post('/room/events/hi', 'hello', { 'content-type': 'text/plain' })
  expect([text.status, await text.json()]).toEqual([415, { error: 'Unsupported Media Type' }])
  expect((await post('/room/events/hi', '{"n":')).status).toBe(422)
})

test('a payload may have at most 3,000 kilobytes', async () => {
  const payload = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) })
  const [most, tooMuch] = [payload(3_000_500), payload(3_000_501)]
  expect((await post('/room/events/big', most)).status).toBe(202)
  const single = await post('/room/events/big', tooMuch)
  expect([single.status, await single.json()]).toEqual([
    422,
    { errors: { payload: ['Payload size exceeds the limit'] } },
  ])
  const batch = (json: string) => `{"messages":[{"topic":"room","event":"big","payload":${json}}]}`
  expect((await post('', batch(most))).status).toBe(202)
  expect((await post('', batch(tooMuch))).status).toBe(422)
})
