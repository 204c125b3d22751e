import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { uniqueNumber, watchChanges } from './changes.ts'
import { bytesOf, collectBroadcasts, subscribed, uniqueTopic, VERSIONS, type Version } from './channels.ts'

/** A client whose socket is on the first or the second process. */
export type Connect = (process: 0 | 1, vsn: Version, who?: 'visitor' | 'operator') => Promise<SupabaseClient>

const TIMEOUT = { timeout: 40_000 }
const both = [0, 1] as const

/** Four clients: one per process and serializer. */
function everyClient(connect: Connect, who?: 'visitor' | 'operator'): Promise<SupabaseClient[]> {
  return Promise.all(both.flatMap((process) => VERSIONS.map((vsn) => connect(process, vsn, who))))
}

/** Collects what each client receives on one topic. */
async function listenOnAll(clients: readonly SupabaseClient[], topic: string, options = {}) {
  return Promise.all(
    clients.map(async (client) => {
      const mine = collectBroadcasts()
      return { ...mine, channel: await subscribed(client, topic, options, mine.listenTo) }
    }),
  )
}

/** Tests that two processes behave like one; `connect` is called within tests. */
export function describeTwoProcesses(connect: Connect): void {
  test('a broadcast reaches all clients of both processes once, in order, and not the sender', async () => {
    const topic = uniqueTopic()
    const audience = await listenOnAll(await everyClient(connect), topic)
    const count = 20
    for (const [process, vsn] of [
      [0, '1.0.0'],
      [1, '2.0.0'],
    ] as const) {
      const mine = collectBroadcasts()
      const sender = await subscribed(await connect(process, vsn), topic, {}, mine.listenTo)
      for (let n = 0; n < count; n++)
        await sender.send({ type: 'broadcast', event: vsn, payload: { n, text: 'größer ✓' } })
      await sender.send({ type: 'broadcast', event: 'end', payload: {} })
      for (const { next } of audience) {
        for (let n = 0; n < count; n++) {
          expect(await next()).toEqual({ type: 'broadcast', event: vsn, payload: { n, text: 'größer ✓' } })
        }
        expect((await next()).event).toBe('end')
      }
      expect(mine.received).toEqual([])
      await sender.unsubscribe()
    }
  })

  test('bytes and megabytes arrive complete, even beyond the transport’s message size', async () => {
    const topic = uniqueTopic()
    const [near, far] = await listenOnAll([await connect(0, '2.0.0'), await connect(1, '2.0.0')], topic)
    const sender = await subscribed(await connect(0, '2.0.0'), topic)
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256)
    const text = 'ß✓😀x'.repeat(200_000)
    await sender.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer })
    await sender.send({ type: 'broadcast', event: 'text', payload: { text } })
    for (const listener of [near, far]) {
      if (!listener) throw new Error('there are two listeners')
      expect(Buffer.from(bytesOf(await listener.next())).equals(Buffer.from(bytes))).toBe(true)
      expect((await listener.next()).payload.text === text).toBe(true)
    }
  })

  test('a broadcast over HTTP and one from the database reach all clients of both processes once', async () => {
    const topic = uniqueTopic()
    const [operator, visitor] = [await connect(0, '2.0.0', 'operator'), await connect(1, '2.0.0')]
    const audience = await listenOnAll(await everyClient(connect), topic)
    const members = await listenOnAll(await everyClient(connect, 'operator'), topic, { private: true })
    expect(await visitor.channel(topic).httpSend('by-http', { n: 1 })).toEqual({ success: true })
    for (const isPrivate of [true, false]) {
      const announcement = { topic, event: 'by-sql', payload: { n: 2 }, private: isPrivate }
      expect((await operator.rpc('realtime_announce', announcement)).error).toBeNull()
    }
    // Private and public channels of the same name stay separate rooms on every process.
    const secret = await subscribed(operator, topic, { private: true })
    await secret.send({ type: 'broadcast', event: 'end', payload: {} })
    await visitor.channel(topic).httpSend('end', {})
    for (const { next, received } of audience) {
      await vi.waitFor(() => expect(received).toHaveLength(3), TIMEOUT)
      expect([await next(), await next(), await next()].map(({ event }) => event).sort()).toEqual([
        'by-http',
        'by-sql',
        'end',
      ])
    }
    for (const { received } of members) {
      await vi.waitFor(() => expect(received.map(({ event }) => event).sort()).toEqual(['by-sql', 'end']), TIMEOUT)
    }
  })

  test('presence is one list for both processes: present, joining, changed and leaving clients', async () => {
    const topic = uniqueTopic()
    const listen = (channel: Awaited<ReturnType<typeof subscribed>>) =>
      void channel.on('presence', { event: 'sync' }, () => undefined)
    const present = async (process: 0 | 1, key: string) =>
      subscribed(await connect(process, '2.0.0'), topic, { presence: { key } }, listen)
    const anna = await present(0, 'anna')
    await anna.track({ device: 'phone' })
    const again = await present(1, 'anna')
    await again.track({ device: 'laptop' })
    const ben = await present(1, 'ben')
    await ben.track({ busy: false })
    const late = await Promise.all(both.map((process) => present(process, 'watcher')))
    const devices = (channel: typeof anna) =>
      Object.entries(channel.presenceState<Record<string, unknown>>())
        .map(([key, metas]) => [key, metas.map(({ device, busy }) => device ?? busy).sort()])
        .sort()
    const everyone = [anna, again, ben, ...late]
    const all = async (expected: unknown) => {
      for (const channel of everyone) await vi.waitFor(() => expect(devices(channel)).toEqual(expected), TIMEOUT)
    }
    await all([
      ['anna', ['laptop', 'phone']],
      ['ben', [false]],
    ])
    await ben.track({ busy: true })
    await again.untrack()
    await all([
      ['anna', ['phone']],
      ['ben', [true]],
    ])
    await anna.unsubscribe()
    everyone.shift()
    await all([['ben', [true]]])
  })

  test('table changes, and the message that they are subscribed, reach each subscriber once', async () => {
    const clients = await everyClient(connect)
    const table = { table: 'realtime_rows' }
    const id = uniqueNumber()
    const listeners = await Promise.all(
      clients.map((client) => watchChanges(client, uniqueTopic(), [{ ...table, filter: `id=eq.${id}` }])),
    )
    for (const { systemMessages } of listeners)
      expect(systemMessages).toMatchObject([{ status: 'ok', message: 'Subscribed to PostgreSQL' }])
    const writer = await connect(0, '2.0.0')
    const steps = [
      await writer.from('realtime_rows').insert({ id, room: 'a' }),
      await writer.from('realtime_rows').update({ room: 'b' }).eq('id', id),
    ]
    expect(steps.map(({ error }) => error)).toEqual([null, null])
    for (const { received } of listeners) {
      await vi.waitFor(
        () =>
          expect(received[0]?.map(({ eventType, new: row }) => [eventType, row.room])).toEqual([
            ['INSERT', 'a'],
            ['UPDATE', 'b'],
          ]),
        TIMEOUT,
      )
    }
  })
}
