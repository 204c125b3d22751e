import { expect, test } from 'vitest'
import { binaryFrame, textFrame } from './websocket-frame.ts'

test.each([
  [0, [0x82, 0]],
  [125, [0x82, 125]],
  [126, [0x82, 126, 0, 126]],
  [65_535, [0x82, 126, 0xff, 0xff]],
  [65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('%i bytes get the shortest header of RFC 6455', (length, header) => {
  const frame = binaryFrame(Buffer.alloc(length, 7))
  expect([...frame.subarray(0, header.length)]).toEqual(header)
  expect(frame.length).toBe(header.length + length)
})

test('counts text in bytes', () => {
  expect([...textFrame('é')]).toEqual([0x81, 2, 0xc3, 0xa9])
})
