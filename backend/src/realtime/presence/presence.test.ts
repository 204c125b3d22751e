import { expect, test } from 'vitest'
import { LocalHub, type Member, type Room } from '../channels/hub.ts'
import { Presence } from './presence.ts'
import type { PresenceEntry } from './presence-registry.ts'

const room: Room = 'public:room'

/** A channel that records the diffs it receives. */
function member() {
  const diffs: Record<'joins' | 'leaves', Record<string, { metas: Record<string, unknown>[] }>>[] = []
  const deliver: Member['deliver'] = (message) => {
    const frame = message.frameFor('1.0.0')
    const text = frame?.subarray((frame[1] ?? 0) < 126 ? 2 : 4).toString() ?? ''
    diffs.push(JSON.parse(text).payload)
  }
  return { diffs, deliver }
}

/** Processes that exchange every change synchronously. */
function processes(count: number) {
  const all: { name: string; hub: LocalHub; presence: Presence }[] = []
  for (let n = 0; n < count; n++) {
    const name = `node${n}`
    const hub = new LocalHub()
    const share = (where: Room, joins: readonly PresenceEntry[], leaves: readonly string[]) => {
      for (const other of all) if (other.name !== name) other.presence.hear(name, where, joins, leaves)
    }
    all.push({ name, hub, presence: new Presence({ node: name, hub, share }) })
  }
  return all as [(typeof all)[0], ...typeof all]
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('tracking sends a join, and untracking a leave', () => {
  const [{ hub, presence }] = processes(1)
  const [anna, watcher] = [member(), member()]
  hub.enter(room, watcher)
  presence.track(room, anna, 'anna', { busy: false })
  presence.untrack(room, anna)
  presence.untrack(room, anna)
  const there = { anna: { metas: [{ busy: false, phx_ref: expect.any(String) }] } }
  expect(watcher.diffs).toEqual([
    { joins: there, leaves: {} },
    { joins: {}, leaves: there },
  ])
  expect(plain(presence.state(room))).toEqual({})
})

test('tracking the same payload again changes nothing, and another payload replaces it', () => {
  const [{ hub, presence }] = processes(1)
  const anna = member()
  hub.enter(room, anna)
  for (const busy of [false, false, true]) presence.track(room, anna, 'anna', { busy })
  expect(anna.diffs).toHaveLength(2)
  const first = anna.diffs[0]?.joins.anna?.metas[0]?.phx_ref
  expect(anna.diffs[1]).toEqual({
    joins: { anna: { metas: [{ busy: true, phx_ref: expect.any(String), phx_ref_prev: first }] } },
    leaves: { anna: { metas: [{ busy: false, phx_ref: first }] } },
  })
})

test('two sockets of one user are two metas under one key, also on two processes', () => {
  const [one, two] = processes(2) as [ReturnType<typeof processes>[0], ReturnType<typeof processes>[0]]
  const [phone, laptop, tablet] = [member(), member(), member()]
  one.presence.track(room, phone, 'anna', { device: 'phone' })
  one.presence.track(room, laptop, 'anna', { device: 'laptop' })
  two.presence.track(room, tablet, 'anna', { device: 'tablet' })
  for (const { presence } of [one, two]) {
    const devices = presence.state(room).anna?.metas.map(({ device }) => device)
    expect(devices?.sort()).toEqual(['laptop', 'phone', 'tablet'])
  }
  one.presence.untrack(room, phone)
  expect(two.presence.state(room).anna?.metas).toHaveLength(2)
})

test('a change repeated by another process is reported once, and one about an unknown presence not at all', () => {
  const [{ hub, presence }] = processes(1)
  const watcher = member()
  hub.enter(room, watcher)
  const ben = { key: 'ben', ref: 'r1', meta: { phx_ref: 'r1' } }
  presence.hear('other', room, [ben], [])
  presence.hear('other', room, [ben], ['r0'])
  presence.hear('other', room, [], ['r1'])
  presence.hear('other', room, [], ['r1'])
  expect(watcher.diffs.map(({ joins, leaves }) => [Object.keys(joins), Object.keys(leaves)])).toEqual([
    [['ben'], []],
    [[], ['ben']],
  ])
})

test('the state of another process replaces the known one, and only the difference is reported', () => {
  const [{ hub, presence }] = processes(1)
  const watcher = member()
  hub.enter(room, watcher)
  const entry = (key: string) => ({ key, ref: `ref-${key}`, meta: { phx_ref: `ref-${key}` } })
  presence.hear('other', room, [entry('anna'), entry('ben')], [])
  presence.hear('third', room, [entry('carla')], [])
  watcher.diffs.length = 0
  presence.replace('other', [[room, [entry('ben'), entry('dora')]]])
  expect(watcher.diffs.map(({ joins, leaves }) => [Object.keys(joins), Object.keys(leaves)])).toEqual([
    [['dora'], ['anna']],
  ])
  presence.replace('other', [])
  expect(Object.keys(presence.state(room))).toEqual(['carla'])
})

test('rooms are isolated', () => {
  const [{ presence }] = processes(1)
  presence.track('private:room', member(), 'anna', {})
  expect(plain(presence.state('public:room'))).toEqual({})
})

test('keys and payloads cannot reach a prototype', () => {
  const [{ presence }] = processes(1)
  presence.track(room, member(), '__proto__', JSON.parse('{"__proto__":{"admin":true},"phx_ref":"forged"}'))
  expect(Object.keys(presence.state(room))).toEqual(['__proto__'])
  expect(JSON.stringify(presence.state(room))).toMatch(/"phx_ref":"(?!forged)/)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})
