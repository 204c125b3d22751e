import { expect, test, vi } from 'vitest'

vi.mock('../../lib/data/supabase.ts', () => ({ supabase: {} }))
const { refusal } = await import('./upload.ts')

test('a refusal by the storage service becomes a message', () => {
  expect(refusal({ status: 413, code: 'EntityTooLarge', body: 'Maximum size exceeded\n' })).toMatchObject({
    reason: expect.stringContaining('20 MB'),
    canRetry: false,
  })
  expect(
    refusal({ status: 415, code: 'InvalidMimeType', body: 'mime type text/plain is not supported\n' }),
  ).toMatchObject({
    reason: expect.stringContaining('isn’t an image'),
  })
  expect(refusal({ status: 413, code: 'QuotaExceeded', body: 'Your storage is full\n' })).toMatchObject({
    reason: expect.stringContaining('make room'),
    canRetry: true,
  })
  expect(
    refusal({
      status: 415,
      code: 'HeicUnsupported',
      body: 'HEIC pictures cannot be read here. Please save the picture as JPEG.\n',
    }),
  ).toMatchObject({
    reason: expect.stringContaining('as JPEG'),
  })
  expect(refusal({ status: 403, code: 'AccessDenied', body: 'jwt expired\n' })).toMatchObject({
    reason: expect.stringContaining('Sign in'),
    canRetry: true,
  })
  expect(refusal({ status: 0, code: '', body: '' })).toMatchObject({
    reason: expect.stringContaining('connection'),
    canRetry: true,
  })
})

test('another refusal keeps the server’s text; HTML of a proxy or a broken server is replaced', () => {
  expect(refusal({ status: 422, code: 'ImageDamaged', body: 'The picture ends too early.\n' })).toMatchObject({
    reason: 'The picture ends too early.',
  })
  expect(refusal({ status: 404, code: '', body: '<html>404</html>' })).toMatchObject({
    reason: expect.stringContaining('wasn’t saved. Try again'),
  })
  expect(refusal({ status: 500, code: '', body: 'Internal' })).toMatchObject({
    reason: expect.stringContaining('wasn’t saved. Try again'),
    canRetry: true,
  })
})
