import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeMessage } from './serializer.ts'

const join = { topic: 'realtime:room', event: 'phx_join', payload: { config: {} } }

describe('serializer 1.0.0', () => {
  test('reads and writes objects', () => {
    const frame = Buffer.from(JSON.stringify({ ...join, ref: '2', join_ref: '1' }))
    expect(decodeFrame('1.0.0', frame, false)).toEqual({ ...join, ref: '2', joinRef: '1', broadcast: null })
    expect(JSON.parse(encodeMessage('1.0.0', { ...join, ref: null, joinRef: '1' }))).toEqual({
      ...join,
      ref: null,
      join_ref: '1',
    })
  })

  test('does not read binary frames', () => {
    expect(decodeFrame('1.0.0', Buffer.from([3, 0, 0, 1, 1, 0, 1, 97, 98, 123, 125]), true)).toBeNull()
  })
})

describe('serializer 2.0.0', () => {
  test('reads and writes arrays', () => {
    const frame = Buffer.from(JSON.stringify(['1', '2', join.topic, join.event, join.payload]))
    expect(decodeFrame('2.0.0', frame, false)).toEqual({ ...join, ref: '2', joinRef: '1', broadcast: null })
    expect(JSON.parse(encodeMessage('2.0.0', { ...join, ref: '2', joinRef: null }))).toEqual([
      null,
      '2',
      join.topic,
      join.event,
      join.payload,
    ])
  })

  test('keeps the content of a text broadcast as JSON, and {} when it has none', () => {
    const read = (payload: object) =>
      decodeFrame('2.0.0', Buffer.from(JSON.stringify(['1', '2', 'realtime:a', 'broadcast', payload])), false)
    expect(read({ type: 'broadcast', event: 'hi', payload: { a: [1] } })?.broadcast).toEqual({
      event: 'hi',
      body: { kind: 'json', text: '{"a":[1]}' },
      form: 'text',
    })
    expect(read({ type: 'broadcast', event: 'hi', payload: null })?.broadcast?.body).toEqual({
      kind: 'json',
      text: '{}',
    })
    expect(read({ type: 'broadcast' })).toBeNull()
  })
})

test.each([
  ['no JSON', '1.0.0', 'hello'],
  ['nothing', '1.0.0', ''],
  ['an array for version 1', '1.0.0', '["1","2","t","e",{}]'],
  ['no topic', '1.0.0', '{"event":"e","ref":"1","payload":{}}'],
  ['no event', '1.0.0', '{"topic":"t","ref":"1","payload":{}}'],
  ['no ref', '1.0.0', '{"topic":"t","event":"e","payload":{}}'],
  ['an object for version 2', '2.0.0', '{"topic":"t","event":"e","ref":"1","payload":{}}'],
  ['four elements', '2.0.0', '["1","2","t","e"]'],
  ['a number as topic', '2.0.0', '["1","2",3,"e",{}]'],
  ['an object as ref', '2.0.0', '["1",{},"t","e",{}]'],
  ['a list as payload', '2.0.0', '["1","2","t","e",[]]'],
  ['null', '2.0.0', 'null'],
] as const)('a frame with %s is malformed', (_what, version, text) => {
  expect(decodeFrame(version, Buffer.from(text), false)).toBeNull()
})

test('the decoder never throws, whatever the bytes', () => {
  const frames = fc.tuple(fc.constantFrom('1.0.0' as const, '2.0.0' as const), fc.uint8Array(), fc.boolean())
  fc.assert(
    fc.property(frames, ([version, bytes, isBinary]) => {
      decodeFrame(version, Buffer.from(bytes), isBinary)
      decodeFrame(version, Buffer.from([3, ...bytes]), true)
    }),
  )
})
