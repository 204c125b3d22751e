import { expect, test } from 'vitest'
import { Broadcast, PresenceChange } from './room-message.ts'

/** Parses the JSON in a text frame; 126 in the second byte announces two more length bytes. */
function text(frame: Buffer | null): unknown {
  return JSON.parse(frame?.subarray(frame[1] === 126 ? 4 : 2).toString() ?? 'null')
}
const json = { kind: 'json', text: '{"n":1}' } as const

test('a broadcast is encoded once per serializer and shared', () => {
  const broadcast = new Broadcast('room', 'hi', json, 'text')
  expect(broadcast.frameFor('2.0.0')).toBe(broadcast.frameFor('2.0.0'))
  expect(broadcast.frameFor('1.0.0')).toBe(broadcast.frameFor('1.0.0'))
})

test('JSON reaches both serializers with the same content', () => {
  const broadcast = new Broadcast('room', 'a "quoted" name', json, 'text', { id: 'x', replayed: true })
  const payload = { type: 'broadcast', event: 'a "quoted" name', payload: { n: 1 }, meta: { id: 'x', replayed: true } }
  expect(text(broadcast.frameFor('1.0.0'))).toEqual({
    topic: 'realtime:room',
    event: 'broadcast',
    payload,
    ref: null,
    join_ref: null,
  })
  expect(text(broadcast.frameFor('2.0.0'))).toEqual([null, null, 'realtime:room', 'broadcast', payload])
})

test('a binary push is sent as kind 4 in version 2 and as text in version 1', () => {
  const broadcast = new Broadcast('room', 'hi', json, 'binary')
  expect([...(broadcast.frameFor('2.0.0')?.subarray(0, 3) ?? [])]).toEqual([0x82, 5 + 13 + 2 + 7, 4])
  expect(text(broadcast.frameFor('1.0.0'))).toMatchObject({ payload: { payload: { n: 1 } } })
})

test('raw bytes cannot be sent in version 1', () => {
  const broadcast = new Broadcast('room', 'hi', { kind: 'binary', bytes: Buffer.from([1]) }, 'text')
  expect(broadcast.frameFor('1.0.0')).toBeNull()
  expect(broadcast.frameFor('2.0.0')?.[0]).toBe(0x82)
})

test('an event too long for kind 4 is sent as text', () => {
  const broadcast = new Broadcast('room', 'e'.repeat(300), json, 'binary')
  expect(broadcast.frameFor('2.0.0')?.[0]).toBe(0x81)
})

test('a presence change is a message without refs', () => {
  const change = new PresenceChange('room', { joins: {}, leaves: {} })
  expect(text(change.frameFor('2.0.0'))).toEqual([
    null,
    null,
    'realtime:room',
    'presence_diff',
    { joins: {}, leaves: {} },
  ])
})
