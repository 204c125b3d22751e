import fc from 'fast-check'

/** Requests within the grammar: mostly sensible, since a request of only odd parts fails at the first. */
export const mostly = <T>(sensible: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 14, arbitrary: sensible }, { weight: 1, arbitrary: odd })

type Pair = readonly [string, string]
const oneOf = (words: string) => fc.constantFrom(...words.split(' | '))
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''))

// Values and names that would end a part of the statement if they were ever inserted as SQL.
export const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  oneOf(String.raw`1 | {1,2} | (1,2) | [1,2) | ' | " | \ | % | * | {} | {"a":1} | null | -- | $1 | $$ | "(,"`),
  oneOf('99999999999999999999 | 2026-02-30 | {{1},{2}}'),
  fc.constant('\ud800'),
)
const oddName = oneOf(
  String.raw`nope | "q\"uote" | a b | größe | "it's" | "a\\b" | select | count | $1 | library_loans`,
)
const oddPath = oneOf(String.raw`->a | ->>a | ->0 | ->>-1 | ->"x'y"->>z | ->it's | ->a\b | ->999999999`)
const oddOperator = oneOf(
  'eq | neq | lte | ilike(any) | like(all) | match | imatch | in | is | cs | cd | sl | adj | wfts(nope) | not.not.eq | nope',
)

/** The table of the requests: its columns by kind, and its embeds. */
export interface Subject {
  readonly numbers: readonly string[]
  readonly texts: readonly string[]
  readonly embeds: readonly string[]
}

/** A query string on the subject. @param more  parameters for some of the requests */
export function queryOn(subject: Subject, more: fc.Arbitrary<Pair>): fc.Arbitrary<string> {
  const field = mostly(
    fc.constantFrom(...subject.numbers, ...subject.texts),
    joined(oddName, fc.oneof(fc.constant(''), oddPath)),
  )
  const fitting = fittingTest(subject)
  const anyTest = mostly<Pair>(
    fitting,
    fc.tuple(field, oddOperator, oddText).map(([on, by, value]) => [on, `${by}.${value}`]),
  )
  const level = mostly(fc.constant(''), oneOf('library_loans. | e. | library_loans.library_books.'))
  const filter = fc.tuple(level, anyTest).map(([at, [on, test]]): Pair => [`${at}${on}`, test])
  const term = mostly(
    fitting.map(([on, test]) => `${on}.${quotedOperand(test)}`),
    anyTest.map(([on, test]) => `${on}.${test}`),
  )
  const terms = (inner: fc.Arbitrary<string>) =>
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((list) => `(${list.join(',')})`)
  const logic = fc
    .tuple(level, oneOf('or | and | not.or'), terms(fc.oneof(term, joined(fc.constant('not.and'), terms(term)))))
    .map(([at, key, value]): Pair => [`${at}${key}`, value])
  const direction = mostly(fc.constantFrom('', '.desc', '.asc.nullsfirst', '.nullslast'), fc.constant('.nope'))
  const order = fc
    .tuple(level, fc.array(joined(mostly(field, fc.constant('library_books(title)')), direction), { maxLength: 3 }))
    .map(([at, list]): Pair => [`${at}order`, list.join(',')])
  const range = fc
    .tuple(level, oneOf('limit | offset'), mostly(oneOf('0 | 1 | 2'), oneOf('-1 | x | 99999999999999')))
    .map(([at, key, value]): Pair => [`${at}${key}`, value])
  return fc
    .tuple(
      fc.option(selectOf(subject, field)),
      fc.array(fc.oneof(filter, filter, logic, order, range, more), { maxLength: 3 }),
    )
    .map(([select, pairs]) => printQuery(select === null ? pairs : [['select', select], ...pairs]))
}

export function printQuery(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')
}

/** `[column, operator.value]` of the column's kind; the value of a text is any text. */
function fittingTest({ numbers, texts }: Subject): fc.Arbitrary<Pair> {
  const number = fc.constantFrom(...numbers)
  const text = fc.constantFrom(...texts)
  const compared = joined(
    oneOf('eq. | gt. | not.lte. | neq. | isdistinct.'),
    fc.integer({ min: -9, max: 400 }).map(String),
  )
  const listed = oneOf('in.(1,2) | eq(any).{1,2} | gte(all).{} | is.not_null | not.in.() | in.("3")')
  const worded = joined(
    oneOf('eq. | like.* | ilike. | not.eq. | gte. | plfts. | wfts(english). | phfts(simple).'),
    oddText,
  )
  return fc.oneof(
    fc.tuple(number, fc.oneof(compared, listed)),
    fc.tuple(text, fc.oneof(worded, oneOf('is.null | in.("a","b,c") | eq(any).{a,"b c"}'))),
  )
}

/** The same test inside a logic tree, where a comma would end its value. */
function quotedOperand(test: string): string {
  const [, operator = '', value = ''] = /^((?:not\.)?[a-z]+(?:\([a-z]+\))?\.)([\s\S]*)$/.exec(test) ?? []
  if (/^(not\.)?(in|is)\.$/.test(operator)) return test
  return `${operator}"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function selectOf({ embeds }: Subject, field: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const cast = mostly(
    fc.constantFrom('', '', '::text', '::varchar'),
    oneOf('::int | ::regclass | ::nope | ::double precision | ::json'),
  )
  const aggregate = mostly(fc.constant(''), oneOf('.sum() | .count() | .max()::text'))
  const alias = fc.constantFrom('', 'x:', 'y:', '"a\'b":')
  const embed = mostly(
    fc.constantFrom(...embeds),
    joined(
      oneOf('... | e: | f:'),
      oneOf('library_members | library_best_friend | mentor_id | nope!nope!inner'),
      fc.constant('(id)'),
    ),
  )
  return fc
    .uniqueArray(
      fc.oneof(joined(alias, field, cast, aggregate), embed, mostly(fc.constant('*'), fc.constant('count()'))),
      {
        maxLength: 4,
        selector: (item) => item.replace(/[(!][\s\S]*/, ''), // the same relation twice needs an alias
      },
    )
    .map((list) => list.join(','))
}

const some = (words: string) => fc.subarray(words.split(' | '), { maxLength: 4 }).map((list) => list.join(', '))

export const headers: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      prefer: mostly(
        some(
          'return=representation | return=minimal | return=headers-only | count=exact | count=planned | count=estimated | missing=default | resolution=merge-duplicates | resolution=ignore-duplicates | handling=lenient | tx=rollback | timezone=Europe/Lisbon',
        ),
        some('handling=strict | max-affected=1 | timezone=Nowhere | nope=1'),
      ),
      accept: mostly(
        oneOf(
          '*/* | application/json | application/vnd.pgrst.array+json;nulls=stripped | text/csv | text/html;q=0.1,text/csv | text/x-list | application/vnd.library.titles,*/*;q=0.5',
        ),
        fc.constantFrom(
          'application/vnd.pgrst.object+json',
          'application/geo+json',
          'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|;',
          'text/html',
          ';;;',
        ),
      ),
      range: mostly(oneOf('0-1 | 0- | x'), oneOf('1-0 | -3 | 5- | items=0-5')),
      'accept-profile': mostly(fc.constantFrom('public', ''), fc.constant('auth')),
      'content-profile': mostly(fc.constantFrom('public', ''), fc.constant('pg_catalog')),
    },
    { requiredKeys: [] },
  )
  .map((given) => ({ 'content-type': 'application/json', ...given }))
