import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, send } from './wire.ts'

const RUNS = 300

const name = fc.constantFrom(
  'id',
  'title',
  'author',
  'price_minor',
  'blurb',
  'state',
  'library_loans',
  'library_subjects',
  'tableoid',
  'nope',
  '"q\\"uote"',
  'a b',
  'größe',
  "it's",
  '"a\\\\b"',
  'select',
  'count',
) // prettier-ignore
const path = fc.constantFrom('', '->a', '->>a', '->0', '->>-1', '->"x\'y"->>z', "->it's", '->a\\b')
const field = fc.tuple(name, path).map((parts) => parts.join(''))
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('1', '{1,2}', '(1,2)', '[1,2)', "'", '"', '\\', '%', '*', '{}', 'null', '--', '$1', '$$'),
) // prettier-ignore
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike(any)',
  'eq(all)',
  'match',
  'in',
  'is',
  'isdistinct',
  'cs',
  'ov',
  'adj',
  'fts',
  'plfts(english)',
  'wfts(nope)',
  'not.eq',
  'not.in',
  'not.is',
) // prettier-ignore
const filter = fc.tuple(field, operator, text).map(([on, by, value]) => [on, `${by}.${value}`] as const)
const term = fc.tuple(field, operator, text).map(([on, by, value]) => `${on}.${by}.${value}`)
const tree = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => ['or', `(${terms.join(',')})`] as const)
const cast = fc.constantFrom('', '::text', '::int', '::regclass', '::nope', '::double precision')
const column = fc.tuple(fc.constantFrom('', 'x:', '"a\'b":'), field, cast).map((parts) => parts.join(''))
const embed = fc
  .tuple(
    fc.constantFrom('', '...', 'e:'),
    fc.constantFrom('library_loans', 'library_subjects!inner', 'library_loans!left'),
    column,
  )
  .map(([before, relation, inner]) => `${before}${relation}(${inner})`)
const select = fc
  .array(fc.oneof(column, embed, fc.constant('*'), fc.constant('price_minor.sum()')), { minLength: 1, maxLength: 4 })
  .map((items) => ['select', items.join(',')] as const)
const order = fc
  .tuple(field, fc.constantFrom('', '.desc', '.asc.nullsfirst'))
  .map((parts) => ['order', parts.join('')] as const)
const query = fc
  .tuple(
    fc.array(fc.oneof(filter, tree), { maxLength: 3 }),
    fc.option(select, { nil: null }),
    fc.option(order, { nil: null }),
  )
  .map(([filters, selected, ordered]) => {
    const pairs = [...filters, selected, ordered].filter((pair) => pair !== null)
    return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  })

/** A syntax error, or an error of ours, would mean that a part of the request got into SQL where it should not. */
function isOrderly({ status, json, text: body }: Awaited<ReturnType<typeof ask>>): void {
  expect(status, body).toBeLessThan(500)
  // Values have syntax errors of their own ("syntax error in tsquery"); the parser's name a place in the statement.
  expect((json as { message?: string } | null)?.message ?? '').not.toMatch(/syntax error at (or near|end of)/)
}

test('no read makes a statement that PostgreSQL cannot read', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (search) => isOrderly(await ask(`library_books?${search}`))),
    { numRuns: RUNS },
  )
}, 120_000)

test('no write makes a statement that PostgreSQL cannot read', async () => {
  const keys = fc.constantFrom('title', 'pages', 'extra', 'big', 'nope', '__proto__', '"', "'", '')
  const body = fc.oneof(fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 })), fc.jsonValue({ maxDepth: 2 }))
  const prefer = fc.constantFrom(
    '',
    'return=representation',
    'return=representation, missing=default',
    'resolution=merge-duplicates',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH'),
      body,
      prefer,
      query,
      async (method, value, preferred, search) => {
        // `id=lt.0` so that a change never meets another test's rows.
        isOrderly(await send(method, `library_drafts?id=lt.0&${search}`, JSON.stringify(value), preferred))
      },
    ),
    { numRuns: RUNS },
  )
}, 120_000)
