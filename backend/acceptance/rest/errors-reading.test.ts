import { describe, expect, test } from 'vitest'
import { ask } from './wire.ts'

interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly hint?: unknown
}

/** Queries that violate the grammar: [query, the quoted text, column, found and expected]. */
function unreadable(
  what: string,
  queries: [query: string, quoted: string, column: number, rest: string][],
): typeof READS {
  return queries.map(([query, quoted, column, rest]) => [
    `library_books?${query}`,
    400,
    'Bad Request',
    {
      code: 'PGRST100',
      message: `"failed to parse ${what} (${quoted})" (line 1, column ${column})`,
      details: `unexpected ${rest}`,
    },
  ])
}

/** [request line after `/rest/v1/`, status, reason, body, Accept or Prefer] for each error while reading. */
const READS: [string, number, string, Refusal, Record<string, string>?][] = [
  [
    'library_books?id=5',
    400,
    'Bad Request',
    {
      code: 'PGRST100',
      message: '"failed to parse filter (5)" (line 1, column 1)',
      details: 'unexpected "5" expecting "not" or operator (eq, gt, ...)',
    },
  ],
  ...unreadable('filter', [
    ['id=nope.1', 'nope.1', 1, '"p" expecting "not" or operator (eq, gt, ...)'],
    ['id=not.foo.1', 'not.foo.1', 5, '"f" expecting operator (eq, gt, ...)'],
    ['id=eq', 'eq', 3, 'end of input expecting operator (eq, gt, ...)'],
    ['id=eq().1', 'eq().1', 4, '")" expecting operator (eq, gt, ...)'],
    ['id=is.foo', 'is.foo', 5, '"o" expecting isVal: (null, not_null, true, false, unknown)'],
    ['id=is.not.null', 'is.not.null', 7, '"." expecting isVal: (null, not_null, true, false, unknown)'],
    ['id=in.1,2', 'in.1,2', 4, '"1" expecting "("'],
    ['id=in.(1,2', 'in.(1,2', 8, 'end of input expecting "," or ")"'],
  ]),
  // The operator that is the parameter's name counts as the start of the tree.
  ...unreadable('logic tree', [
    [
      'or=()',
      '()',
      4,
      '")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['not.and=(id.xx.1)', '(id.xx.1)', 12, '"x" expecting "not" or operator (eq, gt, ...)'],
    ['and=(id.eq.1', '(id.eq.1', 12, 'end of input expecting "," or ")"'],
  ]),
  ...unreadable('order', [
    ['order=id.up', 'id.up', 4, '"u" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.ac', 'id.ac', 4, '"c" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.asc.nlsfst', 'id.asc.nlsfst', 8, '"l" expecting "nullsfirst" or "nullslast"'],
    ['order=id.descc', 'id.descc', 8, '"c" expecting delimiter (.), "," or end of input'],
  ]),
  ...unreadable('tree path', [['=eq.1', '', 1, 'end of input expecting field name (* or [a..z0..9_$])']]),
  [
    'library_books?select=id,',
    400,
    'Bad Request',
    {
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,)" (line 1, column 4)',
      details: 'unexpected end of input expecting "...", field name (* or [a..z0..9_$]), "*" or "count()"',
    },
  ],
  [
    'library_books?limit=-1',
    416,
    'Range Not Satisfiable',
    {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'Limit should be greater than or equal to zero.',
    },
  ],
  [
    'library_books',
    416,
    'Range Not Satisfiable',
    {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    },
    { Range: '5-2' },
  ],
  [
    'library_books',
    406,
    'Not Acceptable',
    {
      code: 'PGRST107',
      message: 'None of these media types are available: image/png, text/html',
    },
    { Accept: 'image/png, text/html;q=0.5' },
  ],
  [
    'library_books?library_loans.id=eq.1',
    400,
    'Bad Request',
    {
      code: 'PGRST108',
      message: "'library_loans' is not an embedded resource in this request",
      hint: "Verify that 'library_loans' is included in the 'select' query parameter.",
    },
  ],
  [
    'library_books?order=library_loans(id)',
    400,
    'Bad Request',
    {
      code: 'PGRST108',
      message: "'library_loans' is not an embedded resource in this request",
      hint: "Verify that 'library_loans' is included in the 'select' query parameter.",
    },
  ],
  [
    'library_books?select=id,library_loans(id)&order=library_loans(id)',
    400,
    'Bad Request',
    {
      code: 'PGRST118',
      message: "A related order on 'library_loans' is not possible",
      details: "'library_books' and 'library_loans' do not form a many-to-one or one-to-one relationship",
    },
  ],
  [
    'library_books',
    400,
    'Bad Request',
    {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: count=many, nonsense',
    },
    { Prefer: 'handling=strict, count=many, nonsense, tx=rollback' },
  ],
  [
    'library_books?select=id.max()',
    400,
    'Bad Request',
    {
      code: 'PGRST123',
      message: 'Use of aggregate functions is not allowed',
    },
  ],
  ['a/b', 404, 'Not Found', { code: 'PGRST125', message: 'Invalid path specified in request URL' }],
  [
    'library_books?select=id,library_loan(id)',
    400,
    'Bad Request',
    {
      code: 'PGRST200',
      message: "Could not find a relationship between 'library_books' and 'library_loan' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'library_books' and 'library_loan' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'library_loans' instead of 'library_loan'.",
    },
  ],
  [
    'library_books?select=id,library_loans!nope(id)',
    400,
    'Bad Request',
    {
      code: 'PGRST200',
      message: "Could not find a relationship between 'library_books' and 'library_loans' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'library_books' and 'library_loans' using the hint 'nope' in the schema 'public', but no matches were found.",
      hint: null,
    },
  ],
  [
    'library_members?select=library_members!library_members_mentor_id_fkey(id)',
    400,
    'Bad Request',
    {
      code: 'PGRST200',
      message: "Could not find a relationship between 'library_members' and 'library_members' in the schema cache",
      details: expect.stringContaining("using the hint 'library_members_mentor_id_fkey'"),
      hint: null,
    },
  ],
  [
    'library_boks',
    404,
    'Not Found',
    {
      code: 'PGRST205',
      message: "Could not find the table 'public.library_boks' in the schema cache",
      hint: "Perhaps you meant the table 'public.library_books'",
    },
  ],
  [
    'library_books?missing=eq.1',
    400,
    'Bad Request',
    {
      code: '42703',
      message: 'column library_books.missing does not exist',
    },
  ],
  [
    'library_books?id=eq.one',
    400,
    'Bad Request',
    {
      code: '22P02',
      message: 'invalid input syntax for type integer: "one"',
    },
  ],
  [
    'library_books?title=fts(klingon).x',
    400,
    'Bad Request',
    {
      code: '42704',
      message: 'text search configuration "klingon" does not exist',
    },
  ],
  [
    'library_books?state=cs.{a}',
    404,
    'Not Found',
    {
      code: '42883',
      message: 'operator does not exist: text @> unknown',
      hint: expect.stringContaining('explicit type casts'),
    },
  ],
  [
    'library_books?title=match.(',
    400,
    'Bad Request',
    {
      code: '2201B',
      message: 'invalid regular expression: parentheses () not balanced',
    },
  ],
]

test.each(READS)('%s is %i %s', async (path, status, reason, body, headers = {}) => {
  const answer = await ask(path, { headers })
  expect([answer.status, answer.statusText, answer.json]).toEqual([
    status,
    reason,
    { details: null, hint: null, ...body },
  ])
  expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${body.code}`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

describe('SQL names visible to clients', () => {
  test('have their depth for an embedded table, but not for the root or a many-to-many', async () => {
    const message = async (path: string) => ((await ask(path)).json as Refusal).message
    expect(await message('library_books?select=library_loans(nope)')).toBe('column library_loans_1.nope does not exist')
    expect(await message('library_books?select=library_loans(library_books(nope))')).toBe(
      'column library_books_2.nope does not exist',
    )
    expect(await message('library_books?select=library_loans(sum)')).toBe('column library_loans_1.sum does not exist')
    expect(await message('library_books?select=nope')).toBe('column library_books.nope does not exist')
    expect(await message('library_books?select=library_subjects(nope)')).toBe(
      'column library_subjects.nope does not exist',
    )
  })

  test('support count without parentheses for an embed, as old clients send it', async () => {
    expect((await ask('library_books?select=id,library_loans(count)&id=eq.2')).json).toEqual([
      { id: 2, library_loans: [{ count: 2 }] },
    ])
  })
})
