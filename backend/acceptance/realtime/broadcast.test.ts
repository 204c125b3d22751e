import { describe, expect, test } from 'vitest'
import { aTopic, aWhile, ear, subscribed, VERSIONS, visitorSpeaking } from './channels.ts'

describe.each(VERSIONS)('serializer %s: broadcast', (vsn) => {
  test('reaches the other members in order, and not the sender', async () => {
    const topic = aTopic()
    const [mine, theirs] = [ear(), ear()]
    const anna = await subscribed(visitorSpeaking(vsn), topic, {}, mine.listenTo)
    await subscribed(visitorSpeaking(vsn), topic, {}, theirs.listenTo)
    for (const n of [1, 2, 3]) await anna.send({ type: 'broadcast', event: 'count', payload: { n, text: 'größer ✓' } })
    expect(await theirs.next()).toEqual({ type: 'broadcast', event: 'count', payload: { n: 1, text: 'größer ✓' } })
    expect((await theirs.next()).payload.n).toBe(2)
    expect((await theirs.next()).payload.n).toBe(3)
    await aWhile()
    expect(mine.heard).toEqual([])
  })

  test('is echoed with self, and confirmed with ack', async () => {
    const mine = ear()
    const anna = await subscribed(
      visitorSpeaking(vsn),
      aTopic(),
      { broadcast: { self: true, ack: true } },
      mine.listenTo,
    )
    expect(await anna.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok')
    expect((await mine.next()).payload).toEqual({ n: 1 })
  })

  test('without a payload arrives with an empty one', async () => {
    const mine = ear()
    const anna = await subscribed(visitorSpeaking(vsn), aTopic(), { broadcast: { self: true } }, mine.listenTo)
    await anna.send({ type: 'broadcast', event: 'ping' })
    expect((await mine.next()).payload).toEqual({})
  })

  test('does not reach other topics or other channels of the same socket', async () => {
    const client = visitorSpeaking(vsn)
    const [first, second] = [ear(), ear()]
    const topic = aTopic()
    await subscribed(client, topic, {}, first.listenTo)
    await subscribed(client, aTopic(), {}, second.listenTo)
    const ben = await subscribed(visitorSpeaking(vsn), topic)
    await ben.send({ type: 'broadcast', event: 'hi', payload: {} })
    await first.next()
    await aWhile()
    expect(second.heard).toEqual([])
  })

  test('does not reach a client that left, until it rejoins', async () => {
    const topic = aTopic()
    const theirs = ear()
    const ben = visitorSpeaking(vsn)
    const left = await subscribed(ben, topic, {}, theirs.listenTo)
    const anna = await subscribed(visitorSpeaking(vsn), topic, { broadcast: { ack: true } })
    expect(await left.unsubscribe()).toBe('ok')
    // The client reports ok before the server has processed the leave; the next answer on this socket comes after it.
    await subscribed(ben, aTopic())
    await anna.send({ type: 'broadcast', event: 'missed', payload: {} })
    await subscribed(ben, topic, {}, theirs.listenTo)
    await anna.send({ type: 'broadcast', event: 'heard', payload: {} })
    expect((await theirs.next()).event).toBe('heard')
  })

  test('of a megabyte arrives complete', async () => {
    const mine = ear()
    const anna = await subscribed(visitorSpeaking(vsn), aTopic(), { broadcast: { self: true } }, mine.listenTo)
    const text = 'x'.repeat(1_000_000)
    await anna.send({ type: 'broadcast', event: 'big', payload: { text } })
    expect((await mine.next()).payload.text).toBe(text)
  })
})

test('works between the two serializers', async () => {
  const topic = aTopic()
  const [old, recent] = [ear(), ear()]
  const one = await subscribed(visitorSpeaking('1.0.0'), topic, {}, old.listenTo)
  const two = await subscribed(visitorSpeaking('2.0.0'), topic, {}, recent.listenTo)
  await one.send({ type: 'broadcast', event: 'from-1', payload: { n: 1 } })
  await two.send({ type: 'broadcast', event: 'from-2', payload: { n: 2 } })
  expect(await recent.next()).toEqual({ type: 'broadcast', event: 'from-1', payload: { n: 1 } })
  expect(await old.next()).toEqual({ type: 'broadcast', event: 'from-2', payload: { n: 2 } })
})

test('of bytes arrives as bytes where the serializer supports them, and is skipped elsewhere', async () => {
  const topic = aTopic()
  const [old, recent] = [ear(), ear()]
  await subscribed(visitorSpeaking('1.0.0'), topic, {}, old.listenTo)
  await subscribed(visitorSpeaking('2.0.0'), topic, {}, recent.listenTo)
  const sender = await subscribed(visitorSpeaking('2.0.0'), topic)
  await sender.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })
  await sender.send({ type: 'broadcast', event: 'after', payload: {} })
  const { payload } = await recent.next()
  expect([...new Uint8Array(payload as unknown as ArrayBuffer)]).toEqual([0, 255, 7])
  expect((await old.next()).event).toBe('after')
})
