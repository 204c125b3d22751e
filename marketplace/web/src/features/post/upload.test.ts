import { expect, test, vi } from 'vitest'

vi.mock('../../app/supabase.ts', () => ({ supabase: {} }))
const { refusal } = await import('./upload.ts')

const answer = (code: string, message: string) => JSON.stringify({ statusCode: '400', error: 'x', code, message })

test('a refusal by the storage service becomes a sentence', () => {
  expect(refusal(answer('EntityTooLarge', 'The object exceeded the maximum allowed size'))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('20 MB'),
    canRetry: false,
  })
  expect(refusal(answer('InvalidMimeType', 'mime type text/plain is not supported'))).toMatchObject({
    reason: expect.stringContaining('not a picture'),
  })
})

test('an unknown code keeps the server’s words, and a page that is no JSON gets ours', () => {
  expect(refusal(answer('Busy', 'Try again in a minute.'))).toMatchObject({ reason: 'Try again in a minute.' })
  expect(refusal('<html>502</html>')).toMatchObject({ reason: expect.stringContaining('Please retry'), canRetry: true })
})
