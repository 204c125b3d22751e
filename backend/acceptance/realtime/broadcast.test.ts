import { describe, expect, test } from 'vitest'
import { briefPause, bytesOf, collectBroadcasts, subscribed, uniqueTopic, VERSIONS, visitorClient } from './channels.ts'

describe.each(VERSIONS)('serializer %s: broadcast', (vsn) => {
  test('reaches the other members in order, and not the sender', async () => {
    const topic = uniqueTopic()
    const [mine, theirs] = [collectBroadcasts(), collectBroadcasts()]
    const anna = await subscribed(visitorClient(vsn), topic, {}, mine.listenTo)
    await subscribed(visitorClient(vsn), topic, {}, theirs.listenTo)
    for (const n of [1, 2, 3]) await anna.send({ type: 'broadcast', event: 'count', payload: { n, text: 'größer ✓' } })
    expect(await theirs.next()).toEqual({ type: 'broadcast', event: 'count', payload: { n: 1, text: 'größer ✓' } })
    expect((await theirs.next()).payload.n).toBe(2)
    expect((await theirs.next()).payload.n).toBe(3)
    await briefPause()
    expect(mine.received).toEqual([])
  })

  test('is echoed with self, and confirmed with ack', async () => {
    const mine = collectBroadcasts()
    const anna = await subscribed(
      visitorClient(vsn),
      uniqueTopic(),
      { broadcast: { self: true, ack: true } },
      mine.listenTo,
    )
    expect(await anna.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok')
    expect((await mine.next()).payload).toEqual({ n: 1 })
  })

  test('without a payload arrives with an empty one', async () => {
    const mine = collectBroadcasts()
    const anna = await subscribed(visitorClient(vsn), uniqueTopic(), { broadcast: { self: true } }, mine.listenTo)
    await anna.send({ type: 'broadcast', event: 'ping' })
    expect((await mine.next()).payload).toEqual({})
  })

  test('does not reach other topics or other channels of the same socket', async () => {
    const client = visitorClient(vsn)
    const [first, second] = [collectBroadcasts(), collectBroadcasts()]
    const topic = uniqueTopic()
    await subscribed(client, topic, {}, first.listenTo)
    await subscribed(client, uniqueTopic(), {}, second.listenTo)
    const ben = await subscribed(visitorClient(vsn), topic)
    await ben.send({ type: 'broadcast', event: 'hi', payload: {} })
    await first.next()
    await briefPause()
    expect(second.received).toEqual([])
  })

  test('does not reach a client that left, until it rejoins', async () => {
    const topic = uniqueTopic()
    const theirs = collectBroadcasts()
    const ben = visitorClient(vsn)
    const left = await subscribed(ben, topic, {}, theirs.listenTo)
    const anna = await subscribed(visitorClient(vsn), topic, { broadcast: { ack: true } })
    expect(await left.unsubscribe()).toBe('ok')
    // The client reports ok before the server has processed the leave; the next answer on this socket comes after it.
    await subscribed(ben, uniqueTopic())
    await anna.send({ type: 'broadcast', event: 'missed', payload: {} })
    await subscribed(ben, topic, {}, theirs.listenTo)
    await anna.send({ type: 'broadcast', event: 'received', payload: {} })
    expect((await theirs.next()).event).toBe('received')
  })

  test('of a megabyte arrives complete', async () => {
    const mine = collectBroadcasts()
    const anna = await subscribed(visitorClient(vsn), uniqueTopic(), { broadcast: { self: true } }, mine.listenTo)
    const text = 'x'.repeat(1_000_000)
    await anna.send({ type: 'broadcast', event: 'big', payload: { text } })
    expect((await mine.next()).payload.text).toBe(text)
  })
})

test('works between the two serializers', async () => {
  const topic = uniqueTopic()
  const [old, recent] = [collectBroadcasts(), collectBroadcasts()]
  const one = await subscribed(visitorClient('1.0.0'), topic, {}, old.listenTo)
  const two = await subscribed(visitorClient('2.0.0'), topic, {}, recent.listenTo)
  await one.send({ type: 'broadcast', event: 'from-1', payload: { n: 1 } })
  await two.send({ type: 'broadcast', event: 'from-2', payload: { n: 2 } })
  expect(await recent.next()).toEqual({ type: 'broadcast', event: 'from-1', payload: { n: 1 } })
  expect(await old.next()).toEqual({ type: 'broadcast', event: 'from-2', payload: { n: 2 } })
})

test('of bytes arrives as bytes where the serializer supports them, and is skipped elsewhere', async () => {
  const topic = uniqueTopic()
  const [old, recent] = [collectBroadcasts(), collectBroadcasts()]
  await subscribed(visitorClient('1.0.0'), topic, {}, old.listenTo)
  await subscribed(visitorClient('2.0.0'), topic, {}, recent.listenTo)
  const sender = await subscribed(visitorClient('2.0.0'), topic)
  await sender.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })
  await sender.send({ type: 'broadcast', event: 'after', payload: {} })
  expect([...bytesOf(await recent.next())]).toEqual([0, 255, 7])
  expect((await old.next()).event).toBe('after')
})
