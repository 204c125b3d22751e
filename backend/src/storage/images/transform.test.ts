import { expect, test } from 'vitest'
import { chooseVariant, describeVariant, isEffective, parseTransformClaim, transformClaim } from './transform.ts'

test.each([
  [{ width: 200, height: 200, quality: 60 }, 'height:200,width:200,resizing_type:fill,quality:60'],
  [{ width: 200, resize: 'contain' }, 'width:200,resizing_type:fit'],
  [{ height: 9000, resize: 'fill', format: 'avif' }, 'height:2500,resizing_type:force,format:avif'],
  [{ width: 0, quality: 50 }, 'quality:50'],
  [{}, ''],
  [{ width: 9, height: 9, gravity: 'noea' }, 'height:9,width:9,resizing_type:fill,gravity:noea'],
  [{ width: 9, gravity: 'fp', x_offset: 0.25, y_offset: 1 }, 'width:9,resizing_type:fill,gravity:fp:0.25:1'],
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

test('chooses AVIF when the bucket prefers it and the client accepts it', () => {
  expect(chooseVariant({}, 'image/avif,image/webp,*/*', true).output).toBe('avif')
  expect(chooseVariant({}, 'image/webp,*/*', true).output).toBe('webp')
  expect(chooseVariant({ format: 'origin' }, 'image/avif', true).output).toBe('origin')
})

test('a focal point requires valid coordinates', () => {
  for (const place of [{}, { x_offset: 0.5 }, { x_offset: 0.5, y_offset: 1.1 }, { x_offset: -0.1, y_offset: 0 }]) {
    expect(() => chooseVariant({ gravity: 'fp', ...place }, undefined)).toThrow('from 0 to 1')
  }
})

test('a token carries the requested transformation', () => {
  const asked = { width: 200, height: 100, resize: 'contain', quality: 60, format: 'webp' } as const
  expect(transformClaim(asked)).toBe('height:100,width:200,resize:contain,quality:60')
  expect(parseTransformClaim(transformClaim(asked), asked.format)).toEqual(asked)
  const cut = { width: 20, height: 20, resize: 'cover', gravity: 'soea', x_offset: 3, y_offset: -4 } as const
  expect(transformClaim(cut)).toBe('height:20,width:20,resize:cover,gravity:soea:3:-4')
  expect(parseTransformClaim(transformClaim(cut), undefined)).toEqual(cut)
  // Older clients send a literal `undefined`.
  expect(parseTransformClaim('width:5,resize:undefined', undefined)).toMatchObject({ width: 5, resize: 'cover' })
})

test('an empty transformation is the original', () => {
  expect(isEffective({})).toBe(false)
  expect(isEffective({ format: 'origin' })).toBe(false)
  expect(isEffective({ width: 1 })).toBe(true)
})
