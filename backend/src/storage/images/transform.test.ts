import { expect, test } from 'vitest'
import { chooseVariant, describeVariant, isEffective, parseTransformClaim, transformClaim } from './transform.ts'

test.each([
  [{ width: 200, height: 200, quality: 60 }, 'height:200,width:200,resizing_type:fill,quality:60'],
  [{ width: 200, resize: 'contain' }, 'width:200,resizing_type:fit'],
  [{ height: 9000, resize: 'fill', format: 'avif' }, 'height:2500,resizing_type:force,format:avif'],
  [{ width: 0, quality: 50 }, 'quality:50'],
  [{}, ''],
] as const)('%j is described as %j', (transform, description) => {
  expect(describeVariant(chooseVariant(transform, '*/*'))).toBe(description)
})

test.each([
  [undefined, '*/*', 'origin'],
  [undefined, undefined, 'origin'],
  [undefined, 'image/avif,image/webp,image/*', 'webp'],
  ['origin', 'image/webp', 'origin'],
  ['avif', '*/*', 'avif'],
] as const)('format %s with Accept %s is answered as %s', (format, accept, output) => {
  expect(chooseVariant({ format }, accept).output).toBe(output)
})

test('what a token carries is what was asked for', () => {
  const asked = { width: 200, height: 100, resize: 'contain', quality: 60, format: 'webp' } as const
  expect(transformClaim(asked)).toBe('height:100,width:200,resize:contain,quality:60')
  expect(parseTransformClaim(transformClaim(asked), asked.format)).toEqual(asked)
  // Older clients leave a literal behind.
  expect(parseTransformClaim('width:5,resize:undefined', undefined)).toMatchObject({ width: 5, resize: 'cover' })
})

test('asking for nothing is the original', () => {
  expect(isEffective({})).toBe(false)
  expect(isEffective({ format: 'origin' })).toBe(false)
  expect(isEffective({ width: 1 })).toBe(true)
})
