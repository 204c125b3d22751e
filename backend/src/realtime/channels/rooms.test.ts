import fc from 'fast-check'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { Broadcast } from '../broadcast/room-message.ts'
import { Line } from '../cluster/line-fixture.ts'
import type { Member, Room } from './hub.ts'
import { openRooms } from './rooms.ts'

/** A process with one watcher, which tracks presence like the official client: from the initial state and the diffs. */
async function process(line: Line) {
  const rooms = openRooms({
    bus: line.bus(),
    log: pino({ level: 'silent' }),
    // Ten heartbeats a second, so that no process is considered gone during a test.
    silenceSeconds: 0.3,
    ownLoad: () => ({ sockets: 0, addresses: {} }),
  })
  const heard: string[] = []
  const refs = new Map<string, string>()
  const deliver: Member['deliver'] = (message) => {
    const frame = message.frameFor('1.0.0') ?? Buffer.alloc(0)
    const { event, payload } = JSON.parse(frame.subarray((frame[1] ?? 0) < 126 ? 2 : 4).toString())
    if (event === 'broadcast') heard.push(payload.event)
    else {
      for (const [key, { metas }] of entriesOf(payload.joins)) {
        for (const { phx_ref } of metas) {
          expect(refs.has(phx_ref)).toBe(false)
          refs.set(phx_ref, key)
        }
      }
      for (const [, { metas }] of entriesOf(payload.leaves)) {
        for (const { phx_ref } of metas) expect(refs.delete(phx_ref)).toBe(true)
      }
    }
  }
  rooms.hub.enter(room, { deliver })
  await rooms.cluster.start()
  return { ...rooms, heard, refs }
}

type Metas = { metas: { phx_ref: string }[] }
const entriesOf = (map: unknown) => Object.entries(map as Record<string, Metas>)

const room: Room = 'public:room'
const people = ['anna', 'ben', 'carla'] as const
const step = fc.record({
  process: fc.nat({ max: 2 }),
  person: fc.constantFrom(...people),
  action: fc.constantFrom('come', 'change', 'go', 'say'),
  isLost: fc.boolean(),
})

test('processes converge after any message loss, and no broadcast is delivered twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const line = new Line()
      const processes = [await process(line), await process(line), await process(line)]
      const owners = processes.map(() => new Map(people.map((person) => [person, { deliver: () => undefined }])))
      const said = new Set<string>()
      for (const [n, { process: index, person, action, isLost }] of steps.entries()) {
        line.loses = () => isLost
        const { presence, hub } = processes[index] as (typeof processes)[0]
        const owner = owners[index]?.get(person) as Member
        if (action === 'go') presence.untrack(room, owner)
        else if (action === 'say') {
          said.add(String(n))
          hub.publish(room, new Broadcast('room', String(n), { kind: 'json', text: '{}' }, 'text'))
        } else presence.track(room, owner, person, action === 'come' ? {} : { n })
        if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
      line.loses = () => false
      const known = ({ presence }: (typeof processes)[0]) =>
        entriesOf(presence.state(room))
          .flatMap(([key, { metas }]) => metas.map(({ phx_ref }) => `${phx_ref} ${key}`))
          .sort()
      const told = ({ refs }: (typeof processes)[0]) => [...refs].map(([ref, key]) => `${ref} ${key}`).sort()
      const truth = processes.flatMap(({ presence }) => presence.ownState().flatMap(([, entries]) => entries))
      const expected = truth.map(({ ref, key }) => `${ref} ${key}`).sort()
      await vi.waitFor(
        () => {
          for (const each of processes) expect([known(each), told(each)]).toEqual([expected, expected])
        },
        { timeout: 15_000 },
      )
      for (const { heard } of processes) {
        expect(new Set(heard).size).toBe(heard.length)
        for (const each of heard) expect(said).toContain(each)
      }
      await Promise.all(processes.map(({ cluster }) => cluster.stop()))
    }),
    { numRuns: 8 },
  )
}, 60_000)
