import fc from 'fast-check'
import { expect, test } from 'vitest'
import { target } from '../server.ts'
import { ask } from './wire.ts'

/** Any request that the grammar can spell, sensible or not. It runs, or it is refused for a reason with a code. */

const RUNS = 500

// Values and names that end a statement's part, if any of them ever became one.
const name = fc.constantFrom(
  'id',
  'title',
  'author',
  'price_minor',
  'blurb',
  'state',
  'settings',
  'tags',
  'age_range',
  'library_loans',
  'library_subjects',
  'library_initial',
  'tableoid',
  'nope',
  '"q\\"uote"',
  'a b',
  'größe',
  '"it\'s"',
  '"a\\\\b"',
  'select',
  'count',
  '$1',
) // prettier-ignore
const path = fc.constantFrom(
  '',
  '',
  '',
  '->a',
  '->>a',
  '->0',
  '->>-1',
  '->"x\'y"->>z',
  "->it's",
  '->a\\b',
  '->999999999',
)
const field = fc.tuple(name, path).map((parts) => parts.join(''))
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '1',
    '{1,2}',
    '(1,2)',
    '[1,2)',
    "'",
    '"',
    '\\',
    '%',
    '*',
    '{}',
    '{"a":1}',
    'null',
    '--',
    '$1',
    '$$',
    '99999999999999999999',
    '2026-02-30',
    '"(,"',
    '{{1},{2}}',
    '\ud800',
  ), // prettier-ignore
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike(any)',
  'like(all)',
  'eq(all)',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'nxl',
  'adj',
  'fts',
  'plfts(english)',
  'wfts(nope)',
  'phfts',
  'not.eq',
  'not.in',
  'not.is',
  'not.not.eq',
  'nope',
) // prettier-ignore
const level = fc.constantFrom('', '', '', 'library_loans.', 'e.', 'library_loans.library_books.')
const pair = (key: string, value: string) => [key, value] as const
const filter = fc.tuple(level, field, operator, text).map(([at, on, by, value]) => pair(`${at}${on}`, `${by}.${value}`))
const term = fc.tuple(field, operator, text).map(([on, by, value]) => `${on}.${by}.${value}`)
const terms = (inner: fc.Arbitrary<string>) =>
  fc.array(inner, { minLength: 1, maxLength: 3 }).map((list) => `(${list.join(',')})`)
const logic = fc
  .tuple(
    level,
    fc.constantFrom('or', 'and', 'not.or'),
    terms(
      fc.oneof(
        term,
        terms(term).map((list) => `not.and${list}`),
      ),
    ),
  )
  .map(([at, key, value]) => pair(`${at}${key}`, value))
const cast = fc.constantFrom('', '', '::text', '::int', '::regclass', '::nope', '::double precision', '::json')
const aggregate = fc.constantFrom('', '', '', '.sum()', '.count()', '.max()::text')
const column = fc.tuple(fc.constantFrom('', '', 'x:', '"a\'b":'), field, cast, aggregate).map((parts) => parts.join(''))
const { items } = fc.letrec<{ items: string; item: string }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 4 }).map((list) => list.join(',')),
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(column, fc.constantFrom('*', 'count()', 'library_loans(count)')),
    fc
      .tuple(
        fc.constantFrom('', '', '...', 'e:'),
        fc.constantFrom(
          'library_loans',
          'library_books',
          'library_members!borrower_id',
          'library_members',
          'library_subjects!inner',
          'library_loans!left',
          'library_profiles',
          'library_best_friend',
          'mentor_id',
          'nope!nope!inner',
        ), // prettier-ignore
        tie('items'),
      )
      .map(([before, relation, inner]) => `${before}${relation}(${inner})`),
  ),
}))
const select = items.map((value) => pair('select', value))
const order = fc
  .tuple(
    level,
    fc.array(
      fc.tuple(
        fc.oneof(field, fc.constant('library_books(title)')),
        fc.constantFrom('', '.desc', '.asc.nullsfirst', '.nope'),
      ),
      { maxLength: 3 },
    ),
  ) // prettier-ignore
  .map(([at, list]) => pair(`${at}order`, list.map((parts) => parts.join('')).join(',')))
const range = fc
  .tuple(level, fc.constantFrom('limit', 'offset'), fc.constantFrom('0', '1', '2', '-1', 'x', '99999999999999'))
  .map(([at, key, value]) => pair(`${at}${key}`, value))
const columns = fc.constantFrom('"title","pages"', 'nope', 'title', '', '"').map((value) => pair('columns', value))
const conflict = fc.constantFrom('id', 'title', 'title,id', 'nope', '').map((value) => pair('on_conflict', value))
const query = (more: fc.Arbitrary<readonly [string, string]>) =>
  fc
    .tuple(fc.option(select), fc.array(fc.oneof(filter, filter, logic, order, range, more), { maxLength: 4 }))
    .map(([selected, pairs]) =>
      [...(selected ? [selected] : []), ...pairs]
        .map(([key, value]) => `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&'),
    )

const some = (...values: string[]) => fc.subarray(values, { maxLength: 4 }).map((list) => list.join(', '))
const prefer = some(
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'missing=default',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'handling=strict',
  'handling=lenient',
  'max-affected=1',
  'tx=rollback',
  'timezone=Europe/Lisbon',
  'timezone=Nowhere',
  'nope=1',
) // prettier-ignore
const headers = fc
  .record(
    {
      prefer,
      accept: fc.constantFrom(
        '*/*',
        'application/json',
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.array+json;nulls=stripped',
        'text/csv',
        'application/geo+json',
        'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|;',
        'text/html',
        'application/json;q=0.1,text/csv',
        ';;;',
      ), // prettier-ignore
      range: fc.constantFrom('0-1', '1-0', '5-', '-3', 'items=0-5', 'x'),
      'accept-profile': fc.constantFrom('public', 'auth', ''),
      'content-profile': fc.constantFrom('public', 'pg_catalog', ''),
    },
    { requiredKeys: [] },
  )
  .map((given) => ({ 'content-type': 'application/json', ...given }))

const relation = fc.constantFrom(
  'library_books',
  'library_books',
  'library_members',
  'library_loans',
  'library_cheap_books',
  'library_notes',
  'library_safe',
  'nope',
) // prettier-ignore

/** The code of a refusal: ours, or a SQLSTATE. */
const CODE = /^(PGRST[0-9X]{3}|[0-9A-Z]{5})$/

/** A syntax error in the statement itself would mean that a part of the request got where it should not. */
async function runsOrIsRefused(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<void> {
  const { status, text: body, json } = await ask(path, init)
  expect(status, body).toBeLessThan(500)
  if (status < 300 || init.method === 'HEAD') return
  const { code, message } = json as { code: string; message: string }
  expect(code, body).toMatch(CODE)
  // Values have syntax errors of their own ("syntax error in tsquery"); the parser's name a place in the statement.
  expect(message).not.toMatch(/syntax error at (or near|end of)/)
}

test('any read runs or is refused with a code', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'HEAD'),
      relation,
      query(fc.constant(pair('nope', 'x'))),
      headers,
      (method, from, search, given) => runsOrIsRefused(`${from}?${search}`, { method, headers: given }),
    ), // prettier-ignore
    { numRuns: RUNS },
  )
}, 60_000)

const keys = fc.constantFrom('id', 'title', 'pages', 'extra', 'big', 'book_id', 'nope', '__proto__', '"', "'", '')
const object = fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
const body = fc.oneof(
  object.map((value) => JSON.stringify(value)),
  fc.array(object, { maxLength: 1 }).map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '{"title":"\\u0000"}',
    '{"title":"\\ud800"}',
    '[{},{}]',
    '{"big":1e400}',
    '{"title":1,"title":2}',
  ), // prettier-ignore
)

test('any write runs or is refused with a code', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
      fc.constantFrom('library_drafts', 'library_drafts', 'library_notes', 'library_safe', 'library_cheap_books'),
      query(fc.oneof(columns, conflict)),
      headers,
      body,
      // `id=lt.0` so that a change never meets another test's rows.
      (method, to, search, given, written) =>
        runsOrIsRefused(`${to}?id=lt.0&${search}`, { method, headers: given, body: written }),
    ),
    { numRuns: RUNS },
  )
}, 60_000)

const called = fc.constantFrom(
  'library_add',
  'library_search',
  'library_one_book',
  'library_numbers',
  'library_stats',
  'library_echo',
  'library_over',
  'library_join',
  'library_best_friend',
  'library_nothing',
  'nope',
) // prettier-ignore
const argument = fc.tuple(
  fc.constantFrom('a', 'b', 'words', 'wanted', 'upto', 'parts', ''),
  fc.oneof(text, fc.constantFrom('1', '2')),
) // prettier-ignore

test('any call runs or is refused with a code', async () => {
  const argumentsBody = fc.dictionary(
    fc.constantFrom('a', 'b', 'words', 'wanted', 'parts', '', 'nope'),
    fc.oneof(fc.integer({ min: -5, max: 50 }), fc.jsonValue({ maxDepth: 1 })),
    { maxKeys: 3 },
  ) // prettier-ignore
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'HEAD', 'PATCH'),
      called,
      query(argument.map(([key, value]) => pair(key, value))),
      headers,
      fc.oneof(
        argumentsBody.map((value) => JSON.stringify(value)),
        body,
      ),
      (method, fn, search, given, sent) => {
        const init = method === 'GET' || method === 'HEAD' ? {} : { body: sent }
        return runsOrIsRefused(`rpc/${fn}?${search}`, { method, headers: given, ...init })
      },
    ),
    { numRuns: RUNS },
  )
}, 60_000)

test('any token and any key leave an answer with a code', async () => {
  const { publishableKey, anonKey } = target()
  const token = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
    fc.constantFrom(
      publishableKey,
      anonKey,
      `${anonKey}x`,
      anonKey.replace(/^[^.]+/, ''),
      'a.b.c',
      '..',
      'eyJhbGciOiJub25lIn0.e30.',
    ), // prettier-ignore
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('Bearer ', 'bearer ', 'Basic ', ''), token, async (scheme, given) => {
      const {
        status,
        text: answer,
        json,
      } = await ask('library_books?select=id&limit=1', {
        headers: { authorization: `${scheme}${given}` },
      })
      expect([200, 401], answer).toContain(status)
      if (status === 401) expect((json as { code: string }).code).toMatch(/^PGRST30[13]$/)
    }),
    { numRuns: 200 },
  )
}, 60_000)
