import { expect, test } from 'vitest'
import { PresenceRegistry } from './presence-registry.ts'

const room = 'public:room'
const phone = { name: 'phone' }
const laptop = { name: 'laptop' }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('tracking joins, untracking leaves', () => {
  const registry = new PresenceRegistry<object>()
  expect(plain(registry.track(room, phone, 'anna', { busy: false }))).toEqual({
    joins: { anna: { metas: [{ busy: false, phx_ref: expect.any(String) }] } },
    leaves: {},
  })
  expect(plain(registry.untrack(room, phone))).toMatchObject({
    joins: {},
    leaves: { anna: { metas: [{ busy: false }] } },
  })
  expect(registry.untrack(room, phone)).toBeNull()
  expect(plain(registry.state(room))).toEqual({})
})

test('saying the same again changes nothing, saying something else replaces it', () => {
  const registry = new PresenceRegistry<object>()
  const first = registry.track(room, phone, 'anna', { busy: false })
  expect(registry.track(room, phone, 'anna', { busy: false })).toBeNull()
  const second = registry.track(room, phone, 'anna', { busy: true })
  const firstRef = first?.joins.anna?.metas[0]?.phx_ref
  expect(second?.joins.anna?.metas).toEqual([{ busy: true, phx_ref: expect.any(String), phx_ref_prev: firstRef }])
  expect(second?.leaves.anna?.metas).toEqual([{ busy: false, phx_ref: firstRef }])
})

test('two sockets of one person are two metas under one key', () => {
  const registry = new PresenceRegistry<object>()
  registry.track(room, phone, 'anna', { device: 'phone' })
  registry.track(room, laptop, 'anna', { device: 'laptop' })
  expect(registry.state(room).anna?.metas).toMatchObject([{ device: 'phone' }, { device: 'laptop' }])
  registry.untrack(room, phone)
  expect(registry.state(room).anna?.metas).toMatchObject([{ device: 'laptop' }])
})

test('rooms do not see one another', () => {
  const registry = new PresenceRegistry<object>()
  registry.track('private:room', phone, 'anna', {})
  expect(plain(registry.state('public:room'))).toEqual({})
})

test('keys and payloads cannot reach a prototype', () => {
  const registry = new PresenceRegistry<object>()
  registry.track(room, phone, '__proto__', JSON.parse('{"__proto__":{"admin":true},"phx_ref":"forged"}'))
  expect(Object.keys(registry.state(room))).toEqual(['__proto__'])
  expect(JSON.stringify(registry.state(room))).toMatch(/"phx_ref":"(?!forged)/)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})
