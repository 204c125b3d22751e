import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

test.each([
  { name: 'a/b c.txt', order: 'asc', column: 'name', timeMs: null },
  { name: 'x:y', order: 'desc', column: 'updated_at', timeMs: '1772359200700' },
] as const)('a cursor survives the way to the client and back', (cursor) => {
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
})

test.each([
  '',
  'nonsense',
  btoa('l:a\no:sideways\nc:name'),
  btoa('l:a\no:asc\nc:secret'),
  btoa('l:a\no:asc\nc:name\na:1;drop'),
  btoa('l:a\0\no:asc\nc:name'),
])('rejects the cursor %j', (text) => expect(() => decodeCursor(text)).toThrow('Invalid cursor'))
