import { PostgrestTransformBuilder } from '@supabase/postgrest-js'
import { describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'

const anna = visitor()
const books = () => anna.from('library_books')
const members = () => anna.from('library_members')

interface Answer {
  readonly data: unknown
  readonly count: number | null
  readonly status: number
  readonly statusText: string
  readonly error: unknown
}

/** The client's complete result. */
async function whole(call: PromiseLike<Answer>): Promise<Answer> {
  const { data, count, status, statusText, error } = await call
  return { data, count, status, statusText, error }
}

const ok = (data: unknown, count: number | null = null): Answer => ({
  data,
  count,
  status: 200,
  statusText: 'OK',
  error: null,
})
const failed = (status: number, statusText: string, error: object): Answer => ({
  data: null,
  count: null,
  status,
  statusText,
  error: { details: null, hint: null, ...error },
})

const noSingleRow = (rows: number) =>
  failed(406, 'Not Acceptable', {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })

/** The client's types only offer maxAffected for types generated for a newer version. */
const untyped = (query: unknown) => query as PromiseLike<Answer>

/** Each modifier of the client. Those that are off on this server are refused; `switched-on.test.ts` tests them enabled. */
const MODIFIERS: Record<string, [call: () => PromiseLike<Answer>, expected: Answer][]> = {
  select: [
    [() => books().select('id, name:title').eq('id', 3), ok([{ id: 3, name: 'Boats' }])],
    [() => books().select('id', { count: 'exact', head: true }), ok(null, 4)],
    [() => books().select('id', { count: 'estimated' }).gt('id', 2).order('id'), ok([{ id: 3 }, { id: 4 }], 2)],
    [() => books().update({ state: 'shelf' }).eq('id', 1).select('id, state'), ok([{ id: 1, state: 'shelf' }])],
  ],
  order: [
    [() => books().select('id').order('id', { ascending: false }), ok([{ id: 4 }, { id: 3 }, { id: 2 }, { id: 1 }])],
    [() => books().select('id').order('author', { nullsFirst: true }).limit(2), ok([{ id: 3 }, { id: 1 }])],
    [
      () =>
        books()
          .select('library_loans(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'library_loans', ascending: false }),
      ok([{ library_loans: [{ id: 2 }, { id: 1 }] }]),
    ],
  ],
  limit: [
    [() => books().select('id').order('id').limit(1), ok([{ id: 1 }])],
    [() => books().select('id').limit(0), ok([])],
    [
      () =>
        books()
          .select('library_loans(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'library_loans' })
          .limit(1, { referencedTable: 'library_loans' }),
      ok([{ library_loans: [{ id: 1 }] }]),
    ],
  ],
  range: [
    [() => books().select('id').order('id').range(1, 2), ok([{ id: 2 }, { id: 3 }])],
    [
      () => books().select('id', { count: 'exact' }).order('id').range(2, 2),
      { data: [{ id: 3 }], count: 4, status: 206, statusText: 'Partial Content', error: null },
    ],
    [
      () => books().select('id', { count: 'exact' }).range(9, 12),
      failed(416, 'Range Not Satisfiable', {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 9 was requested, but there are only 4 rows.',
      }),
    ],
  ],
  abortSignal: [[() => books().select('id').eq('id', 1).abortSignal(new AbortController().signal), ok([{ id: 1 }])]],
  single: [
    [() => books().select('id').eq('id', 1).single(), ok({ id: 1 })],
    [() => books().select('id').eq('id', 99).single(), noSingleRow(0)],
    [() => books().select('id').single(), noSingleRow(4)],
  ],
  maybeSingle: [
    [() => books().select('id').eq('id', 1).maybeSingle(), ok({ id: 1 })],
    [() => books().select('id').eq('id', 99).maybeSingle(), ok(null)],
  ],
  csv: [
    [
      () => books().select('id, title, author').in('id', [2, 3]).order('id').csv(),
      ok('id,title,author\n2,"A Dog (and more), ""quoted""",Ben\n3,Boats,'),
    ],
    [() => members().select('tags, age_range').eq('id', 1).csv(), ok('tags,age_range\n"{maths,""a,b""}","[20,30)"')],
    [() => books().select('id').eq('id', 99).csv(), ok(null)],
  ],
  geojson: [
    [
      () => books().select('id').geojson() as PromiseLike<Answer>,
      failed(404, 'Not Found', {
        code: '42883',
        message: 'function st_asgeojson(record) does not exist',
        hint: expect.stringContaining('No function matches'),
      }),
    ],
  ],
  explain: [
    [
      () => books().select('id').explain({ format: 'json' }) as PromiseLike<Answer>,
      failed(406, 'Not Acceptable', {
        code: 'PGRST107',
        message: 'None of these media types are available: application/vnd.pgrst.plan+json; for="application/json"',
      }),
    ],
  ],
  rollback: [[() => books().select('id').eq('id', 1).rollback(), ok([{ id: 1 }])]],
  returns: [[() => books().select('id').eq('id', 1).returns<{ id: number }[]>(), ok([{ id: 1 }])]],
  maxAffected: [
    [() => untyped(books().update({ state: 'shelf' }).eq('id', 1).select('id').maxAffected(1)), ok([{ id: 1 }])],
    [
      () => untyped(books().update({ state: 'gone' }).gt('id', 0).select('id').maxAffected(3)),
      failed(400, 'Bad Request', {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 4 rows',
      }),
    ],
    [() => untyped(anna.rpc('library_retitle', { wanted: [], title: 'x' }).maxAffected(0)), ok([])],
    [
      () => untyped(anna.rpc('library_add_then_write', { a: 987 }).maxAffected(1)),
      failed(400, 'Bad Request', {
        code: 'PGRST128',
        message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      }),
    ],
  ],
}

describe('every modifier returns exactly', () => {
  const cases = Object.entries(MODIFIERS).flatMap(([name, uses]) =>
    uses.map(([call, expected], index) => ({ name: `${name}, ${index + 1}`, call, expected })),
  )
  test.each(cases)('$name', async ({ call, expected }) => {
    expect(await whole(call())).toEqual(expected)
  })

  test('every modifier is covered', () => {
    const methods = Object.getOwnPropertyNames(PostgrestTransformBuilder.prototype)
    expect(methods.filter((name) => name !== 'constructor' && name !== 'throwOnError').sort()).toEqual(
      Object.keys(MODIFIERS).sort(),
    )
  })
})

test('an exceeded row limit changes nothing', async () => {
  expect((await books().select('id').eq('state', 'gone')).data).toEqual([])
  expect((await anna.from('library_subjects').select('id').eq('label', 'made 987')).data).toEqual([])
})

test('stripNulls drops nulls at every depth', async () => {
  const { data } = await anna
    .from('library_loans')
    .select('id, returned, library_books(id, author)')
    .in('id', [2, 3])
    .order('id')
    .stripNulls()
  expect(data).toEqual([
    { id: 2, library_books: { id: 2, author: 'Ben' } },
    { id: 3, returned: false, library_books: { id: 3 } },
  ])
  expect((await books().select('id, author').eq('id', 3).single().stripNulls()).data).toEqual({ id: 3 })
  const written = await books().update({ state: 'lent' }).eq('id', 3).select('id, author').stripNulls()
  expect(written.data).toEqual([{ id: 3 }])
  expect((await anna.rpc('library_search', { words: 'boats' }).select('id, author').stripNulls()).data).toEqual([
    { id: 3 },
  ])
})

test('throwOnError throws the server’s error', async () => {
  await expect(books().select('missing').throwOnError()).rejects.toMatchObject({ code: '42703' })
})
