import { expect, test, vi } from 'vitest'

vi.mock('../../app/supabase.ts', () => ({ supabase: {} }))
const { refusal } = await import('./upload.ts')

test('a refusal by the storage service becomes a sentence', () => {
  expect(refusal(413, 'Maximum size exceeded\n')).toMatchObject({
    reason: expect.stringContaining('20 MB'),
    canRetry: false,
  })
  expect(refusal(415, 'mime type text/plain is not supported\n')).toMatchObject({
    reason: expect.stringContaining('not a picture'),
  })
  expect(refusal(413, 'Your storage is full\n')).toMatchObject({
    reason: expect.stringContaining('make room'),
    canRetry: true,
  })
  expect(refusal(415, 'HEIC pictures cannot be read here. Please save the picture as JPEG.\n')).toMatchObject({
    reason: expect.stringContaining('as JPEG'),
  })
  expect(refusal(403, 'jwt expired\n')).toMatchObject({ reason: expect.stringContaining('sign in'), canRetry: true })
  expect(refusal(0, '')).toMatchObject({ reason: expect.stringContaining('connection'), canRetry: true })
})

test('another refusal keeps the server’s words, and a page of a proxy or a broken server gets ours', () => {
  expect(refusal(422, 'The picture ends too early.\n')).toMatchObject({ reason: 'The picture ends too early.' })
  expect(refusal(404, '<html>404</html>')).toMatchObject({ reason: expect.stringContaining('Please retry') })
  expect(refusal(500, 'Internal')).toMatchObject({ reason: expect.stringContaining('Please retry'), canRetry: true })
})
