import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sniffImageFormat } from './image-format.ts'

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('recognises %s by its bytes', async (format) => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#080' } })
    .toFormat(format)
    .toBuffer()
  expect(sniffImageFormat(bytes)).toBe(format)
})

test('HEIC is recognised so that it can be refused with a helpful message', () => {
  expect(sniffImageFormat(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toBe('heic')
  expect(sniffImageFormat(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'latin1'))).toBe('avif')
})

test.each([
  '',
  'short',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7 and more',
  'II*\0 a TIFF file',
  '\0\0\0\x18ftypmp42\0\0\0\0isommp42',
])('%j is none of them', (text) => expect(sniffImageFormat(Buffer.from(text, 'latin1'))).toBeNull())
