import { expect, test } from 'vitest'
import { readChangeMessage } from './change-message.ts'

test('a row change yields its table, and its values are ignored', () => {
  expect(readChangeMessage(`table public.notes: INSERT: body[text]:'table public.other: INSERT: '`)).toEqual({
    kind: 'rows',
    tables: ['public.notes'],
  })
  expect(readChangeMessage('table "a.b"."c: ""d"", e": DELETE: (no-tuple-data)')).toEqual({
    kind: 'rows',
    tables: ['"a.b"."c: ""d"", e"'],
  })
})

test('TRUNCATE yields all of its tables', () => {
  expect(readChangeMessage('table public.a, "B".b, public."c, d": TRUNCATE: (no-flags)')).toEqual({
    kind: 'rows',
    tables: ['public.a', '"B".b', 'public."c, d"'],
  })
})

test('BEGIN and COMMIT carry their transaction id', () => {
  expect(readChangeMessage('BEGIN 752')).toEqual({ kind: 'begin', transaction: 752 })
  expect(readChangeMessage('COMMIT 4294967295')).toEqual({ kind: 'commit', transaction: 4294967295 })
})

test('a definition change carries its transaction id, and messages of other applications are ignored', () => {
  expect(readChangeMessage('message: transactional: 1 prefix: rest.definition, sz: 3 content:753')).toEqual({
    kind: 'definition',
    transaction: 753n,
  })
  expect(readChangeMessage('message: transactional: 1 prefix: app, sz: 3 content:753')).toEqual({ kind: 'other' })
})
