import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { target } from '../server.ts'
import { headers, mostly, oddText, printQuery, queryOn } from './arbitrary-requests.ts'
import { ask } from './wire.ts'

/** Any request within the grammar, sensible or not. It runs, or is refused with a code. */

const RUNS = 500

/** An error code: ours, or a SQLSTATE. */
const CODE = /^(PGRST[0-9X]{3}|[0-9A-Z]{5})$/

/** Counts successful requests: the test would prove little if nearly all were refused. */
let ran = 0
beforeEach(() => {
  ran = 0
})

/** A syntax error in the statement itself would mean that part of the request became SQL. */
async function runsOrIsRefused(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<void> {
  const { status, text, json } = await ask(path, init)
  expect(status, text).toBeLessThan(500)
  if (status < 300) ran += 1
  if (status < 300 || init.method === 'HEAD') return
  const { code, message } = json as { code: string; message: string }
  expect(code, text).toMatch(CODE)
  // Not the syntax errors of values, such as "syntax error in tsquery": the parser's name a place in the statement.
  expect(message).not.toMatch(/syntax error at (or near|end of)/)
}

const books = {
  numbers: ['id', 'price_minor'],
  texts: ['title', 'author', 'state'],
  embeds: [
    'library_loans(id,returned)',
    'library_loans(library_books(title),...library_books(author))',
    'library_loans!inner(b:library_members!borrower_id(name,library_profiles(motto)))',
    'library_loans(*,library_books!inner(library_subjects(label)))',
    'library_loans(count)',
    'library_loans()',
    'library_subjects(label)',
    'library_subjects!inner(id)',
    '...library_subjects(label)',
  ],
}

test('any read runs or is refused with a code', async () => {
  const others = fc.constantFrom('library_members', 'library_loans', 'library_notes', 'library_safe', 'nope')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'HEAD'),
      mostly(fc.constant('library_books'), others),
      queryOn(books, fc.constantFrom(['library_loans', 'not.is.null'] as const, ['nope', 'x'] as const)),
      headers,
      (method, from, search, given) => runsOrIsRefused(`${from}?${search}`, { method, headers: given }),
    ),
    { numRuns: RUNS },
  )
  expect(ran).toBeGreaterThan(RUNS / 4)
}, 180_000)

const drafts = {
  numbers: ['id', 'pages', 'book_id'],
  texts: ['title', 'state'],
  embeds: [
    'library_draft_marks(label)',
    'library_books(title)',
    '...library_books(author)',
    'library_books(library_loans(id))',
  ],
}
const keys = mostly(fc.constantFrom('pages', 'extra', 'big'), fc.constantFrom('nope', '__proto__', '"', "'", ''))
const row = fc
  .tuple(
    fc.uuid(),
    fc.dictionary(keys, mostly<unknown>(fc.integer({ min: 1, max: 99 }), fc.jsonValue({ maxDepth: 2 })), {
      maxKeys: 3,
    }),
  )
  .map(([title, more]) => ({ title, ...more }))
const oddBody = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '[{},{}]', '{"title":"\\u0000"}', '{"title":"\\ud800"}', '{"big":1e400}', '{"id":1,"id":2}'),
)
const body = mostly(
  fc.oneof(row, fc.array(row, { maxLength: 1 })).map((value) => JSON.stringify(value)),
  oddBody,
)

test('any write runs or is refused with a code', async () => {
  const columns = mostly(fc.constantFrom('"title","pages"', 'title'), fc.constantFrom('nope', '', '"'))
  const conflict = mostly(fc.constantFrom('id', 'title'), fc.constantFrom('title,id', 'nope', ''))
  const more = fc.oneof(
    columns.map((value) => ['columns', value] as const),
    conflict.map((value) => ['on_conflict', value] as const),
  )
  await fc.assert(
    fc.asyncProperty(
      mostly(fc.constantFrom('POST', 'POST', 'PATCH', 'DELETE'), fc.constantFrom('PUT', 'OPTIONS')),
      mostly(fc.constant('library_drafts'), fc.constantFrom('library_notes', 'library_safe', 'library_cheap_books')),
      queryOn(drafts, more),
      headers,
      body,
      // `id=lt.0` so that a change never affects another test's rows.
      (method, to, search, given, written) =>
        runsOrIsRefused(`${to}?id=lt.0&${search}`, { method, headers: given, body: written }),
    ),
    { numRuns: RUNS },
  )
  expect(ran).toBeGreaterThan(RUNS / 5)
}, 180_000)

type Call = readonly [string, Readonly<Record<string, string | number>>]
const sensibleCalls = fc.constantFrom<Call[]>(
  ['library_add', { a: 1 }],
  ['library_add', { a: 1, b: 2 }],
  ['library_search', { words: 'a' }],
  ['library_one_book', { wanted: 1 }],
  ['library_numbers', { upto: 3 }],
  ['library_stats', {}],
  ['library_over', { a: 1, b: 'x' }],
  ['library_join', { parts: '{a,b}' }],
)
const oddCalls = fc
  .tuple(
    fc.constantFrom('library_add', 'library_echo', 'library_over', 'library_best_friend', 'library_nothing', 'nope'),
    fc.dictionary(fc.constantFrom('a', 'b', 'words', 'parts', '', 'nope'), oddText, { maxKeys: 3 }),
  )
  .map(([name, given]): Call => [name, given])

test('any call runs or is refused with a code', async () => {
  await fc.assert(
    fc.asyncProperty(
      mostly(fc.constantFrom('GET', 'POST', 'HEAD'), fc.constant('PATCH')),
      mostly(sensibleCalls, oddCalls),
      mostly(fc.constant(''), queryOn(books, fc.constant(['limit', '1'] as const))),
      headers,
      mostly(fc.constant(null), oddBody),
      (method, [name, given], search, sent, other) => {
        const inUrl = method === 'GET' || method === 'HEAD'
        const args = printQuery(Object.entries(given).map(([key, value]) => [key, String(value)]))
        const init = inUrl ? {} : { body: other ?? JSON.stringify(given) }
        return runsOrIsRefused(`rpc/${name}?${inUrl ? args : ''}&${search}`, { method, headers: sent, ...init })
      },
    ),
    { numRuns: RUNS },
  )
  expect(ran).toBeGreaterThan(RUNS / 3)
}, 180_000)

test('any token and any key get an answer with a code', async () => {
  const { publishableKey, anonKey } = target()
  const tampered = [`${anonKey}x`, anonKey.replace(/^[^.]+/, ''), 'a.b.c', '..', 'eyJhbGciOiJub25lIn0.e30.']
  const token = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
    fc.constantFrom(publishableKey, anonKey, ...tampered),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('Bearer ', 'bearer ', 'Basic ', ''), token, async (scheme, given) => {
      const { status, text, json } = await ask('library_books?select=id&limit=1', {
        headers: { authorization: `${scheme}${given}` },
      })
      expect([200, 401], text).toContain(status)
      if (status === 401) expect((json as { code: string }).code).toMatch(/^PGRST30[13]$/)
    }),
    { numRuns: 200 },
  )
}, 180_000)
