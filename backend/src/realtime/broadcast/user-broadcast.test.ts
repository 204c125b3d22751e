import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUserBroadcast, encodeUserBroadcast } from './user-broadcast.ts'

/** Builds a kind 3 frame as the contract describes it: lengths, then strings, then payload. */
function push(
  parts: { joinRef: string; ref: string; topic: string; event: string; meta?: string },
  encoding: number,
  payload: Buffer,
) {
  const strings = [parts.joinRef, parts.ref, parts.topic, parts.event, parts.meta ?? ''].map((part) =>
    Buffer.from(part),
  )
  return Buffer.concat([Buffer.from([3, ...strings.map((part) => part.length), encoding]), ...strings, payload])
}

const names = { joinRef: '1', ref: '7', topic: 'realtime:café', event: 'größer' }

test('decodes a JSON push with multi-byte names', () => {
  expect(decodeUserBroadcast(push(names, 1, Buffer.from('{"a":"é"}')))).toEqual({
    joinRef: '1',
    ref: '7',
    topic: 'realtime:café',
    event: 'broadcast',
    payload: {},
    broadcast: { event: 'größer', body: { kind: 'json', text: '{"a":"é"}' }, form: 'binary' },
  })
})

test('a binary push keeps its bytes, including none', () => {
  const body = (payload: Buffer) => decodeUserBroadcast(push(names, 0, payload))?.broadcast?.body
  expect(body(Buffer.from([0, 255, 1]))).toEqual({ kind: 'binary', bytes: Buffer.from([0, 255, 1]) })
  expect(body(Buffer.alloc(0))).toEqual({ kind: 'binary', bytes: Buffer.alloc(0) })
})

test('ignores metadata and missing refs', () => {
  const message = decodeUserBroadcast(
    push({ ...names, joinRef: '', ref: '', meta: '{"persist":true}' }, 1, Buffer.from('{}')),
  )
  expect(message).toMatchObject({ joinRef: null, ref: null, broadcast: { event: 'größer' } })
})

test.each([
  ['is empty', Buffer.alloc(0)],
  ['ends within the header', Buffer.from([3, 1, 1])],
  ['ends within a name', Buffer.from([3, 0, 0, 200, 1, 0, 1, 97])],
  ['has no topic', push({ ...names, topic: '' }, 1, Buffer.from('{}'))],
  ['has another type', Buffer.concat([Buffer.from([4]), push(names, 1, Buffer.from('{}')).subarray(1)])],
  ['has an unknown encoding', push(names, 2, Buffer.from('{}'))],
  ['claims to be JSON but is not', push(names, 1, Buffer.from('{"a":'))],
])('a frame that %s is malformed', (_what, frame) => {
  expect(decodeUserBroadcast(frame)).toBeNull()
})

test('an encoded frame can be decoded by its lengths', () => {
  const short = fc.string({ maxLength: 40 })
  fc.assert(
    fc.property(short, short, fc.uint8Array(), (topic, event, bytes) => {
      const frame = encodeUserBroadcast(topic, event, '{"id":"1"}', { kind: 'binary', bytes: Buffer.from(bytes) })
      if (!frame) throw new Error('names were short')
      const [kind, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = frame
      const at = (from: number, length: number) => frame.toString('utf8', from, from + length)
      expect([kind, encoding]).toEqual([4, 0])
      expect(at(5, topicLength)).toBe(Buffer.from(topic).toString())
      expect(at(5 + topicLength, eventLength)).toBe(Buffer.from(event).toString())
      expect(at(5 + topicLength + eventLength, metaLength)).toBe('{"id":"1"}')
      expect(frame.subarray(5 + topicLength + eventLength + metaLength)).toEqual(Buffer.from(bytes))
    }),
  )
})

test('a name longer than its length byte allows has no binary form', () => {
  const body = { kind: 'json', text: '{}' } as const
  expect(encodeUserBroadcast('t', 'é'.repeat(128), '', body)).toBeNull()
  expect(encodeUserBroadcast('t', 'e'.repeat(255), '', body)).not.toBeNull()
})
