import { expect, test } from 'vitest'
import { cacheHeaders, contentDisposition, safeContentType } from './content-headers.ts'

test.each([
  ['text/html; charset=utf-8', 'text/plain'],
  ['TEXT/HTML', 'text/plain'],
  ['application/javascript', 'text/plain'],
  ['application/x-javascript', 'text/plain'],
  ['image/svg+xml', 'image/svg+xml'],
  ['application/rss+xml; charset=utf-8', 'application/rss+xml; charset=utf-8'],
  ['multipart/x-mixed-replace', 'multipart/x-mixed-replace'],
])('%s is active and sent as %s', (stored, sent) => {
  expect(safeContentType(stored)).toEqual({ type: sent, isActive: true })
})

test.each(['image/jpeg', 'text/plain;charset=UTF-8', 'application/pdf', 'video/mp4', 'application/json'])(
  '%s is sent unchanged',
  (stored) => {
    expect(safeContentType(stored)).toEqual({ type: stored, isActive: false })
  },
)

test('private answers lose directives that let shared caches keep them', () => {
  expect(cacheHeaders('public, max-age=60, s-maxage=600', { kind: 'private' })['cache-control']).toBe(
    'private, max-age=60',
  )
  expect(cacheHeaders('', { kind: 'private' })['cache-control']).toBe('private')
})

test('a download without a name is an attachment, and a lone surrogate in a name does no harm', () => {
  expect(contentDisposition('', false)).toEqual({ 'content-disposition': 'attachment;' })
  expect(contentDisposition(undefined, false)).toEqual({})
  expect(contentDisposition('\ud800', false)['content-disposition']).toContain('filename=%EF%BF%BD')
})
