import { setTimeout as delay } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNetwork, type Network } from '../../src/testing/network.ts'
import { allow, uniqueTopic, VERSIONS, type Version } from './channels.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/**
 * A conversation of two clients while connections, database and server fail. Each side queries the data API for missed messages whenever
 * its channel is joined; after each failure both know exactly the table's content.
 */
const IDLE_SECONDS = '5'
/** Like the clients of real pages, only faster. */
const CLIENT = { heartbeatIntervalMs: 2000, reconnectAfterMs: () => 100, timeout: 5000 }
const LONG_MS = 90_000
const TIMEOUT = { timeout: 40_000, interval: 50 }

interface Line {
  readonly id: string
  readonly body: string
}

let server: OwnServer
let network: Network
beforeAll(async () => {
  server = await startOwnServer({ REALTIME_IDLE_TIMEOUT: IDLE_SECONDS })
  network = await aNetwork(server.url)
})
afterAll(async () => {
  await network?.close()
  await server?.close()
})

/** One side of a conversation: the unmodified client with the application's catch-up. */
class Side {
  readonly known = new Map<string, string>()
  /** How often each line was received live, not queried. */
  readonly received = new Map<string, number>()
  readonly present = new Set<string>()
  readonly #client: SupabaseClient
  readonly #talk: string
  joins = 0

  constructor(client: SupabaseClient, talk: string) {
    this.#client = client
    this.#talk = talk
  }

  async join(name: string): Promise<void> {
    await allow(this.#client, this.#talk, { read: true, write: true })
    const channel = this.#client.channel(this.#talk, { config: { private: true, presence: { key: name } } })
    channel.on('broadcast', { event: 'line' }, ({ payload }) => {
      const { id, body } = payload as Line
      this.known.set(id, body)
      this.received.set(id, (this.received.get(id) ?? 0) + 1)
    })
    channel.on('presence', { event: 'sync' }, () => {
      this.present.clear()
      for (const key of Object.keys(channel.presenceState())) this.present.add(key)
    })
    channel.subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      this.joins += 1
      void channel.track({})
      void this.#askForMissed()
    })
    await expect.poll(() => this.joins, TIMEOUT).toBe(1)
  }

  /** Retries until the line is stored; the client id makes retries idempotent. */
  async say(body: string): Promise<void> {
    const line = { talk: this.#talk, body, client_id: crypto.randomUUID() }
    for (;;) {
      const { error, status } = await this.#client.from('realtime_lines').insert(line)
      if (!error || error.code === '23505') return
      if (status !== 0 && status < 500) throw error
      await delay(50)
    }
  }

  async leave(): Promise<void> {
    await this.#client.removeAllChannels()
  }

  async #askForMissed(): Promise<void> {
    for (;;) {
      const { data } = await this.#client.from('realtime_lines').select('id,body').eq('talk', this.#talk)
      for (const { id, body } of (data ?? []) as Line[]) this.known.set(id, body)
      if (data) return
      await delay(50)
    }
  }
}

async function startConversation(vsn: Version) {
  const talk = uniqueTopic()
  const anna = new Side(await server.person({ realtime: { ...CLIENT, vsn }, url: network.url }), talk)
  const ben = new Side(await server.person({ realtime: { ...CLIENT, vsn } }), talk)
  await anna.join('anna')
  await ben.join('ben')
  /** Both sides know the table's content, and received nothing twice. */
  const agree = async () => {
    for (const side of [anna, ben]) {
      const difference = async () => {
        const table = await tableOf(talk)
        const known = [...side.known.values()].sort()
        return known.join() === table.join() ? 'none' : { known, table }
      }
      await expect.poll(difference, TIMEOUT).toBe('none')
      expect([...side.received].filter(([, times]) => times > 1)).toEqual([])
    }
  }
  /** Both sides send lines one after another until the work is done, and one more each, which the other receives live. */
  const talkDuring = async (work: () => Promise<void>) => {
    let isOver = false
    const talking = [anna, ben].map(async (side, n) => {
      for (let line = 0; !isOver; line++) {
        await side.say(`${n}.${line}`)
        await delay(20)
      }
    })
    await work()
    isOver = true
    await Promise.all(talking)
    await agree()
    for (const side of [anna, ben]) await side.say('Do you hear me?')
    for (const side of [anna, ben]) {
      const last = () =>
        [...side.known].filter(([id, body]) => body === 'Do you hear me?' && side.received.has(id)).length
      await expect.poll(last, TIMEOUT).toBe(2)
    }
    await agree()
    await Promise.all([anna.leave(), ben.leave()])
  }
  return { anna, ben, talkDuring }
}

async function tableOf(talk: string): Promise<string[]> {
  const rows = await server.database.admin<Line[]>`select id, body from public.realtime_lines where talk = ${talk}`
  return rows.map(({ body }) => body).sort()
}

test.each(VERSIONS)(
  'serializer %s: nothing is lost when sockets are broken repeatedly',
  async (vsn) => {
    const { anna, talkDuring } = await startConversation(vsn)
    await talkDuring(async () => {
      for (let joins = 2; joins < 6; joins++) {
        network.cut()
        await expect.poll(() => anna.joins, TIMEOUT).toBeGreaterThanOrEqual(joins)
      }
    })
  },
  LONG_MS,
)

test(
  'a silent client leaves presence, and reconnects by itself',
  async () => {
    const { anna, ben, talkDuring } = await startConversation('2.0.0')
    await expect.poll(() => [...ben.present].sort(), TIMEOUT).toEqual(['anna', 'ben'])
    await talkDuring(async () => {
      network.freeze()
      try {
        await expect.poll(() => [...ben.present], TIMEOUT).toEqual(['ben'])
      } finally {
        network.restore()
      }
      await expect.poll(() => anna.joins, TIMEOUT).toBe(2)
      await expect.poll(() => [...ben.present].sort(), TIMEOUT).toEqual(['anna', 'ben'])
    })
  },
  LONG_MS,
)

test(
  'when the database is killed no client is disconnected, and commits from before and after are delivered once',
  async () => {
    const { anna, ben, talkDuring } = await startConversation('2.0.0')
    await talkDuring(async () => {
      const postmaster = await server.postmaster()
      process.kill(postmaster, 'SIGKILL')
      await expect.poll(() => server.postmaster(), TIMEOUT).not.toBe(postmaster)
      await anna.say('Back again')
    })
    // Without a rejoin there was no query of the data API: everything was received live.
    expect([anna.joins, ben.joins]).toEqual([1, 1])
    expect([...anna.known.keys()].sort()).toEqual([...anna.received.keys()].sort())
  },
  LONG_MS,
)

test(
  'nothing is lost when the server restarts',
  async () => {
    const { anna, ben, talkDuring } = await startConversation('1.0.0')
    await talkDuring(async () => {
      await server.restart()
      await expect.poll(() => [anna.joins, ben.joins], TIMEOUT).toEqual([2, 2])
    })
  },
  LONG_MS,
)
