import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, readDataRow } from './frame-reader.ts'

function message(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head[0] = type
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('messages arrive whole, however the network splits them', () => {
  const messages = fc.array(fc.tuple(fc.integer({ min: 1, max: 127 }), fc.uint8Array({ maxLength: 300 })))
  fc.assert(
    fc.property(messages, fc.array(fc.integer({ min: 1, max: 50 })), (sent, cuts) => {
      const stream = Buffer.concat(sent.map(([type, body]) => message(type, Buffer.from(body))))
      const received: [number, string][] = []
      const reader = new FrameReader()
      for (let offset = 0, index = 0; offset < stream.length; index++) {
        const size = cuts[index % Math.max(cuts.length, 1)] ?? 7
        // The chunk's memory is overwritten afterwards.
        const chunk = Buffer.from(stream.subarray(offset, offset + size))
        reader.push(chunk, (type, body) => received.push([type, body.toString('hex')]))
        chunk.fill(0xff)
        offset += size
      }
      expect(received).toEqual(sent.map(([type, body]) => [type, Buffer.from(body).toString('hex')]))
    }),
  )
})

test('a row keeps its bytes and distinguishes null from empty', () => {
  const field = (text: string | null) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text))
    return Buffer.concat([length, Buffer.from(text ?? '')])
  }
  const row = Buffer.concat([Buffer.from([0, 3]), field('größe'), field(null), field('')])
  expect(readDataRow(row).map((value) => value?.toString('utf8') ?? null)).toEqual(['größe', null, ''])
})

test('a body marked as own is not changed by later chunks', () => {
  const reader = new FrameReader()
  const own: Buffer[] = []
  const onFrame = (_type: number, body: Buffer, isOwn: boolean) => void (isOwn && own.push(body))
  const texts = ['first of all', 'second', 'third']
  const stream = Buffer.concat(texts.map((text) => message(1, Buffer.from(text))))
  for (const byte of stream) reader.push(Buffer.from([byte]), onFrame)
  expect(own.map(String)).toEqual(texts)
})
