import { PostgrestBuilder, PostgrestClient, PostgrestQueryBuilder } from '@supabase/postgrest-js'
import { describe, expect, test } from 'vitest'
import { target } from '../server.ts'

/**
 * Client methods besides filters and modifiers (`client-filters`, `client-modifiers`): where a query starts, and what every query has. The
 * bare client without a key, an anonymous visitor.
 */
const bare = new PostgrestClient(`${target().url}/rest/v1`)
const drafts = () => bare.from('library_drafts')
const books = () => bare.from('library_books')

interface Answer {
  readonly data: unknown
  readonly count: number | null
  readonly status: number
  readonly statusText: string
  readonly error: unknown
}
type Use = [call: () => PromiseLike<Answer>, expected: Answer]

const answer = (status: number, statusText: string, data: unknown, count: number | null = null): Answer => ({
  data,
  count,
  status,
  statusText,
  error: null,
})
const ok = (data: unknown, count: number | null = null) => answer(200, 'OK', data, count)
const refused = (status: number, statusText: string, error: object): Answer => ({
  ...answer(status, statusText, null),
  error: { details: null, hint: null, ...error },
})
const invalidSchema = refused(406, 'Not Acceptable', {
  code: 'PGRST106',
  message: 'Invalid schema: annex',
  hint: 'Only the following schemas are exposed: public',
})

const anything: unknown = expect.anything()

/** In this order: later uses depend on earlier ones. */
const title = `client methods ${process.pid} ${Date.now()}`
const USES: Record<string, Record<string, Use[]>> = {
  PostgrestClient: {
    from: [[() => bare.from('library_subjects').select('label').eq('id', 2), ok([{ label: 'sea' }])]],
    schema: [
      [() => bare.schema('public').from('library_subjects').select('label').eq('id', 2), ok([{ label: 'sea' }])],
      [() => bare.schema('annex').from('library_tools').select(), invalidSchema],
      [() => bare.schema('annex').from('library_tools').insert({ id: 9 }), invalidSchema],
      [() => bare.schema('annex').rpc('library_where'), invalidSchema],
    ],
    getOpenApiSpec: [
      [
        () => bare.getOpenApiSpec(),
        ok(
          expect.objectContaining({ swagger: '2.0', paths: expect.objectContaining({ '/rpc/library_add': anything }) }),
        ),
      ],
      // This method converts null to an empty text.
      [
        () => bare.schema('annex').getOpenApiSpec(),
        { ...invalidSchema, error: expect.objectContaining({ code: 'PGRST106' }) },
      ],
    ],
    rpc: [
      [() => bare.rpc('library_add', { a: 2, b: 3 }), ok(5)],
      [() => bare.rpc('library_add', { a: 2 }, { get: true }), ok(3)],
      [() => bare.rpc('library_numbers', { upto: 3 }, { count: 'exact' }), ok([1, 2, 3], 3)],
      [() => bare.rpc('library_numbers', { upto: 3 }, { head: true, count: 'exact' }), ok(null, 3)],
      [() => bare.rpc('library_sum', { numbers: [1, 2] }, { get: true }), ok(3)],
      // Arguments that cannot be in a URL are sent by POST with a minimal return.
      [() => bare.rpc('library_echo_jsonb', { '': { a: 1 } }, { head: true }), ok({ '': { a: 1 } })],
      [() => bare.rpc('library_one_book', { wanted: 3 }).select('title'), ok({ title: 'Boats' })],
      [() => bare.rpc('library_search', { words: 'cats' }).select('id').order('id').limit(1), ok([{ id: 1 }])],
      [
        () => bare.rpc('library_ad', { a: 2 }),
        refused(404, 'Not Found', {
          code: 'PGRST202',
          message: 'Could not find the function public.library_ad(a) in the schema cache',
          details:
            'Searched for the function public.library_ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: 'Perhaps you meant to call the function public.library_add',
        }),
      ],
    ],
  },
  PostgrestQueryBuilder: {
    insert: [
      [() => drafts().insert({ title }), answer(201, 'Created', null)],
      [
        () =>
          drafts()
            .insert({ title: `${title} 2` }, { count: 'exact' })
            .select('pages'),
        answer(201, 'Created', [{ pages: 10 }], 1),
      ],
      [
        () => drafts().insert([{ title: `${title} 3` }, { title: `${title} 4`, pages: 4 }], { defaultToNull: false }),
        answer(201, 'Created', null),
      ],
      [
        () => drafts().insert({ title }),
        refused(409, 'Conflict', {
          code: '23505',
          message: 'duplicate key value violates unique constraint "library_drafts_title_key"',
          details: `Key (title)=(${title}) already exists.`,
        }),
      ],
    ],
    upsert: [
      [
        () => drafts().upsert({ title, pages: 7 }, { onConflict: 'title', count: 'exact' }).select('pages'),
        ok([{ pages: 7 }], 1),
      ],
      [
        () => drafts().upsert({ title, pages: 8 }, { onConflict: 'title', ignoreDuplicates: true }).select('pages'),
        answer(201, 'Created', []),
      ],
      [
        () =>
          drafts()
            .upsert([{ title, pages: 9 }, { title: `${title} 5` }], { onConflict: 'title', defaultToNull: false })
            .select('pages, state')
            .order('pages'),
        answer(201, 'Created', [
          { pages: 9, state: 'new' },
          { pages: 10, state: 'new' },
        ]),
      ],
    ],
    select: [
      [
        () => drafts().select('title, pages').like('title', `${title}%`).order('title'),
        ok([
          { title, pages: 9 },
          { title: `${title} 2`, pages: 10 },
          { title: `${title} 3`, pages: 10 },
          { title: `${title} 4`, pages: 4 },
          { title: `${title} 5`, pages: 10 },
        ]),
      ],
      [() => drafts().select('*', { count: 'exact', head: true }).like('title', `${title}%`), ok(null, 5)],
      [() => drafts().select('id', { count: 'estimated', head: true }).eq('title', title), ok(null, 1)],
    ],
    update: [
      [() => drafts().update({ pages: 1 }).eq('title', title), answer(204, 'No Content', null)],
      [
        () => drafts().update({ state: 'done' }, { count: 'exact' }).like('title', `${title} %`),
        answer(204, 'No Content', null, 4),
      ],
      [() => drafts().update({ state: 'done' }).eq('title', 'nothing').select('state'), ok([])],
      [
        () => drafts().update({ pages: -1 }).eq('title', title),
        refused(400, 'Bad Request', {
          code: '23514',
          message: 'new row for relation "library_drafts" violates check constraint "library_drafts_pages_check"',
          details: expect.stringContaining('Failing row contains'),
        }),
      ],
    ],
    delete: [
      [() => drafts().delete().eq('title', title), answer(204, 'No Content', null)],
      [
        () =>
          drafts().delete({ count: 'exact' }).like('title', `${title} %`).select('pages').gt('pages', 4).order('title'),
        ok([{ pages: 10 }, { pages: 10 }, { pages: 10 }], 3),
      ],
      [() => drafts().delete({ count: 'exact' }).like('title', `${title}%`), answer(204, 'No Content', null, 1)],
    ],
  },
  PostgrestBuilder: {
    // biome-ignore lint/suspicious/noThenProperty: it is the name of the client's method
    then: [
      [
        () =>
          books()
            .select('id')
            .eq('id', 1)
            .then((found) => found),
        ok([{ id: 1 }]),
      ],
    ],
    throwOnError: [
      [() => books().select('id').eq('id', 1).throwOnError() as PromiseLike<Answer>, ok([{ id: 1 }])],
      [
        () =>
          books()
            .select('nope')
            .throwOnError()
            .then(undefined, ({ code, message }) => ok({ code, message })),
        ok({ code: '42703', message: 'column library_books.nope does not exist' }),
      ],
    ],
    stripNulls: [
      [() => books().select('id, author').eq('id', 3).stripNulls(), ok([{ id: 3 }])],
      [() => books().select('id, author').eq('id', 3).single().stripNulls(), ok({ id: 3 })],
    ],
    setHeader: [
      [() => books().select('id').eq('id', 1).setHeader('Accept', 'text/csv') as PromiseLike<Answer>, ok('id\n1')],
      [() => books().select('id').setHeader('Range', '1-1').order('id'), ok([{ id: 2 }])],
    ],
    retry: [[() => books().select('id').eq('id', 1).retry(false), ok([{ id: 1 }])]],
    returns: [[() => books().select('id').eq('id', 1).returns<{ id: number }[]>(), ok([{ id: 1 }])]],
    overrideTypes: [[() => books().select('id').eq('id', 1).overrideTypes<{ id: number }[]>(), ok([{ id: 1 }])]],
  },
}

/** Methods that TypeScript hides from callers. */
const HIDDEN = new Set(['constructor', 'decorateFetch', 'cloneRequestState', 'processResponse'])
const CLASSES = { PostgrestClient, PostgrestQueryBuilder, PostgrestBuilder }

describe.each(Object.entries(USES))('%s', (name, methods) => {
  const uses = Object.entries(methods).flatMap(([method, calls]) =>
    calls.map(([call, expected], index) => ({ name: `${method}, ${index + 1}`, call, expected })),
  )
  test.each(uses)('$name', async ({ call, expected }) => {
    const { data, count, status, statusText, error } = await call()
    expect({ data, count, status, statusText, error }).toEqual(expected)
  })

  test('every method is covered', () => {
    const { prototype } = CLASSES[name as keyof typeof CLASSES]
    const all = Object.getOwnPropertyNames(prototype).filter((method) => !HIDDEN.has(method))
    expect(all.sort()).toEqual(Object.keys(methods).sort())
  })
})
