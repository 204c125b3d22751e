import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkReader, ChunkWriter } from './chunks.ts'

test('any text survives being split into chunks that NOTIFY accepts', () => {
  const [writer, reader] = [new ChunkWriter(), new ChunkReader('')]
  const text = fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat({ max: 2_000 })).map(([s, n]) => s.repeat(n))
  fc.assert(
    fc.property(text, (original) => {
      const chunks = writer.write(original)
      for (const chunk of chunks) expect(Buffer.byteLength(chunk)).toBeLessThan(8_000)
      const whole = chunks.map((chunk) => reader.read(chunk))
      expect(whole.pop()).toBe(original)
      expect(whole.every((part) => part === null)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('drops a text with a missing chunk, and reads the next one', () => {
  const [writer, reader] = [new ChunkWriter(), new ChunkReader('')]
  const [first, , third] = writer.write('x'.repeat(20_000))
  expect([first, third].map((chunk) => reader.read(chunk as string))).toEqual([null, null])
  expect(writer.write('y'.repeat(10_000)).map((chunk) => reader.read(chunk))).toEqual([null, 'y'.repeat(10_000)])
})

test('chunks of several senders do not mix', () => {
  const reader = new ChunkReader('')
  const [a, b] = [new ChunkWriter().write('a'.repeat(10_000)), new ChunkWriter().write('b'.repeat(10_000))]
  const heard = [a[0], b[0], a[1], b[1]].map((chunk) => reader.read(chunk as string))
  expect(heard).toEqual([null, null, 'a'.repeat(10_000), 'b'.repeat(10_000)])
})

test('ignores chunks that return to their own sender', () => {
  const writer = new ChunkWriter()
  const reader = new ChunkReader(writer.sender)
  expect(writer.write('x'.repeat(10_000)).map((chunk) => reader.read(chunk))).toEqual([null, null])
  expect(new ChunkWriter().write('hello').map((chunk) => reader.read(chunk))).toEqual(['hello'])
})
