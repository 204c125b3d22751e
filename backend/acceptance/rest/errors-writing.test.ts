import { expect, test } from 'vitest'
import { ask, send } from './wire.ts'

interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly hint?: unknown
}

const WRITES: [string, string, string, number, Refusal][] = [
  ['POST', 'library_drafts', '{"title":', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
  ['POST', 'library_drafts', '', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
  [
    'POST',
    'library_drafts',
    '[{"title":"a"},{"pages":1}]',
    400,
    {
      code: 'PGRST102',
      message: 'All object keys must match',
    },
  ],
  ['POST', 'library_drafts', '[1]', 400, { code: 'PGRST102', message: 'All object keys must match' }],
  [
    'POST',
    'library_drafts?columns=title',
    '{"title":',
    400,
    {
      code: '22P02',
      message: 'invalid input syntax for type json',
      details: expect.stringContaining('The input string ended unexpectedly'),
    },
  ],
  [
    'POST',
    'library_drafts',
    '{"titel":"x"}',
    400,
    {
      code: 'PGRST204',
      message: "Could not find the 'titel' column of 'library_drafts' in the schema cache",
    },
  ],
  [
    'PATCH',
    'library_drafts?id=eq.1',
    '{"titel":"x"}',
    400,
    {
      code: 'PGRST204',
      message: "Could not find the 'titel' column of 'library_drafts' in the schema cache",
    },
  ],
  [
    'POST',
    'library_drafts',
    '{"title":null}',
    400,
    {
      code: '23502',
      message: 'null value in column "title" of relation "library_drafts" violates not-null constraint',
      details: expect.stringContaining('Failing row contains'),
    },
  ],
  [
    'POST',
    'library_drafts',
    '{"title":"errors","pages":0}',
    400,
    {
      code: '23514',
      message: 'new row for relation "library_drafts" violates check constraint "library_drafts_pages_check"',
      details: expect.stringContaining('Failing row contains'),
    },
  ],
  [
    'POST',
    'library_drafts',
    '{"title":"errors","book_id":4321}',
    409,
    {
      code: '23503',
      message:
        'insert or update on table "library_drafts" violates foreign key constraint "library_drafts_book_id_fkey"',
      details: 'Key (book_id)=(4321) is not present in table "library_books".',
    },
  ],
  [
    'POST',
    'library_wishes',
    '{"twice":2}',
    400,
    {
      code: '428C9',
      message: 'cannot insert a non-DEFAULT value into column "twice"',
      details: 'Column "twice" is a generated column.',
    },
  ],
  [
    'POST',
    'library_drafts?on_conflict=state',
    '{"title":"errors"}',
    400,
    {
      code: '42P10',
      message: 'there is no unique or exclusion constraint matching the ON CONFLICT specification',
    },
  ],
  ['PATCH', 'rpc/library_add', '{}', 405, { code: 'PGRST101', message: 'Cannot use the PATCH method on RPC' }],
  ['PUT', 'rpc/library_add', '{}', 405, { code: 'PGRST101', message: 'Cannot use the PUT method on RPC' }],
  ['DELETE', '', '', 405, { code: 'PGRST117', message: 'Unsupported HTTP method: DELETE' }],
]

test.each(WRITES)('%s %s with %s is %i', async (method, path, body, status, refusal) => {
  const answer = await send(
    method,
    path,
    body,
    path.includes('on_conflict') ? 'resolution=merge-duplicates' : undefined,
  )
  expect([answer.status, answer.json]).toEqual([status, { details: null, hint: null, ...refusal }])
})

test('a body of an unsupported type is refused', async () => {
  const answer = await ask('library_drafts', { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: 'x' })
  expect([answer.status, answer.json]).toEqual([
    400,
    { code: 'PGRST102', message: 'Content-Type not acceptable: image/png', details: null, hint: null },
  ])
})
