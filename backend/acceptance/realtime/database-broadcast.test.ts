import { describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import {
  allow,
  briefPause,
  collectBroadcasts,
  subscribed,
  uniqueTopic,
  userClient,
  VERSIONS,
  visitorClient,
} from './channels.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe.each(VERSIONS)('serializer %s: a broadcast from the database', (vsn) => {
  test('reaches the members of the private channel once it is committed', async () => {
    const topic = uniqueTopic()
    const { client } = await userClient(vsn)
    await allow(client, topic, { read: true, write: false })
    const mine = collectBroadcasts()
    await subscribed(client, topic, { private: true }, mine.listenTo)
    const { error } = await client.rpc('realtime_announce', {
      topic,
      event: 'news',
      payload: { text: 'é' },
    })
    expect(error).toBeNull()
    const { event, payload, meta } = await mine.next()
    expect({ event, text: payload.text, id: payload.id }).toEqual({ event: 'news', text: 'é', id: meta?.id })
    expect(meta).toEqual({ id: expect.stringMatching(UUID) })
  })

  test('stays in public channels when sent as public, and in private ones otherwise', async () => {
    const topic = uniqueTopic()
    const { client } = await userClient(vsn)
    await allow(client, topic, { read: true, write: false })
    const [inside, outside] = [collectBroadcasts(), collectBroadcasts()]
    await subscribed(client, topic, { private: true }, inside.listenTo)
    await subscribed(visitorClient(vsn), topic, {}, outside.listenTo)
    await client.rpc('realtime_announce', { topic, event: 'open', payload: { id: 'mine' }, private: false })
    await client.rpc('realtime_announce', { topic, event: 'secret', payload: {} })
    expect(await outside.next()).toMatchObject({ event: 'open', payload: { id: 'mine' } })
    expect((await inside.next()).event).toBe('secret')
    await briefPause()
    expect([inside.received.length, outside.received.length]).toEqual([1, 1])
  })

  test('of a rolled-back transaction reaches nobody', async () => {
    const topic = uniqueTopic()
    const { client } = await userClient(vsn)
    await allow(client, topic, { read: true, write: false })
    const mine = collectBroadcasts()
    await subscribed(client, topic, { private: true }, mine.listenTo)
    const { error } = await client.rpc('realtime_announce_and_fail', { topic })
    expect(error?.message).toBe('undone')
    await client.rpc('realtime_announce', { topic, event: 'after', payload: {} })
    expect((await mine.next()).event).toBe('after')
  })

  test('by a trigger contains the operation, the table and the rows', async () => {
    const { client } = await userClient(vsn)
    await allow(client, 'notes', { read: true, write: false })
    const mine = collectBroadcasts()
    await subscribed(client, 'notes', { private: true }, mine.listenTo)
    const id = Math.floor(Math.random() * 2 ** 31)
    const steps = [
      await client.from('realtime_notes').insert({ id, body: 'one' }),
      await client.from('realtime_notes').update({ body: 'two' }).eq('id', id),
      await client.from('realtime_notes').delete().eq('id', id),
    ]
    expect(steps.map(({ error }) => error)).toEqual([null, null, null])
    const table = { table: 'realtime_notes', schema: 'public' }
    expect(await mine.next()).toMatchObject({
      event: 'INSERT',
      payload: {
        ...table,
        operation: 'INSERT',
        record: { id, body: 'one' },
        old_record: null,
        id: expect.stringMatching(UUID),
      },
    })
    expect(await mine.next()).toMatchObject({
      event: 'UPDATE',
      payload: { record: { body: 'two' }, old_record: { body: 'one' } },
    })
    expect(await mine.next()).toMatchObject({ event: 'DELETE', payload: { record: null, old_record: { body: 'two' } } })
  })

  test('is replayed to later joins, oldest first and marked', async () => {
    const topic = uniqueTopic()
    const { client } = await userClient(vsn)
    await allow(client, topic, { read: true, write: false })
    const since = Date.now() - 60_000
    for (const n of [1, 2, 3]) await client.rpc('realtime_announce', { topic, event: 'count', payload: { n } })
    const mine = collectBroadcasts()
    await subscribed(client, topic, { private: true, broadcast: { replay: { since, limit: 2 } } }, mine.listenTo)
    // Before the next one is sent: the last two are looked up after the join was answered.
    const received = [await mine.next(), await mine.next()]
    await client.rpc('realtime_announce', { topic, event: 'count', payload: { n: 4 } })
    received.push(await mine.next())
    expect(received.map(({ payload, meta }) => [payload.n, meta?.replayed ?? false])).toEqual([
      [2, true],
      [3, true],
      [4, false],
    ])
  })
})

test('is neither lost nor duplicated while the replication connection is broken', async () => {
  const topic = uniqueTopic()
  const mine = collectBroadcasts()
  await subscribed(visitorClient('2.0.0'), topic, {}, mine.listenTo)
  const database = operator()
  const expected: number[] = []
  let cuts = 0
  for (let n = 0; n < 60; n++) {
    if (n % 20 === 5) cuts += (await database.rpc('realtime_cut_replication')).data
    await database.rpc('realtime_announce', { topic, event: 'count', payload: { n }, private: false })
    expected.push(n)
  }
  while (mine.received.length < expected.length) await mine.next()
  await briefPause()
  expect(cuts).toBeGreaterThan(0)
  expect(mine.received.map(({ payload }) => payload.n).sort((a, b) => Number(a) - Number(b))).toEqual(expected)
})

test('partitions exist three days ahead, and those older than 72 hours are dropped', async () => {
  const { data, error } = await operator().rpc('realtime_partitions_after_maintenance')
  expect(error).toBeNull()
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_')
  for (const offset of [0, 1, 2, 3]) expect(data).toContain(`messages_${day(offset)}`)
  expect(data).not.toContain('messages_2020_01_01')
})
