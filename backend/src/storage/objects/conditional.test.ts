import { expect, test } from 'vitest'
import { isNotModified, readRange, wantedRange } from './conditional.ts'

const ETAG = '"abc"'
const CHANGED = '2026-03-01T10:00:00.700Z'

test.each([
  [{ 'if-none-match': '"abc"' }, true],
  [{ 'if-none-match': '"x", W/"abc"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"abcd"' }, false],
  [{ 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Sun, 01 Mar 2026 09:59:59 GMT' }, false],
  [{ 'if-modified-since': 'nonsense' }, false],
  // If-None-Match takes precedence over If-Modified-Since.
  [{ 'if-none-match': '"old"', 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' }, false],
  [{}, false],
])('%j: the client’s copy is valid: %s', (headers, isGood) => {
  expect(isNotModified(headers, ETAG, CHANGED)).toBe(isGood)
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=2-', 2, 9],
  ['bytes=-3', 7, 9],
  ['bytes=-99', 0, 9],
  ['bytes=5-99', 5, 9],
])('%s of ten bytes is %i to %i', (header, start, end) => {
  expect(readRange(header, 10)).toEqual({ start, end })
})

test.each(['bytes=10-', 'bytes=5-4', 'bytes=-0', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])(
  '%s of ten bytes is refused',
  (header) => {
    expect(() => readRange(header, 10)).toThrow('invalid range provided')
  },
)

test('an empty file has no ranges, and without a header there is no range', () => {
  expect(() => readRange('bytes=0-', 0)).toThrow('invalid range provided')
  expect(readRange(undefined, 0)).toBeNull()
})

test.each([
  [undefined, true],
  ['"abc"', true],
  ['"other"', false],
  ['W/"abc"', false], // weak tags do not guarantee identical bytes
  ['Sun, 01 Mar 2026 10:00:00 GMT', true],
  ['Sun, 01 Mar 2026 09:59:59 GMT', false],
])('with If-Range: %s the range is applied: %s', (condition, isCut) => {
  const headers = { range: 'bytes=0-1', ...(condition === undefined ? {} : { 'if-range': condition }) }
  expect(wantedRange(headers, ETAG, CHANGED)).toBe(isCut ? 'bytes=0-1' : undefined)
})
