import fc from 'fast-check'
import { type Comparison, quoted, type Tree, type Truth } from './filter-tree.ts'
import { contains, follow, isSame } from './jsonb.ts'
import {
  arrayText,
  count,
  decimal,
  doc,
  foundAt,
  label,
  type Span,
  type Specimen,
  span,
  spanText,
  tags,
  weightMilli,
} from './specimens.ts'

type Ordering = (left: number) => boolean
const ORDERINGS: Readonly<Record<string, Ordering>> = {
  eq: (sign) => sign === 0,
  neq: (sign) => sign !== 0,
  gt: (sign) => sign > 0,
  gte: (sign) => sign >= 0,
  lt: (sign) => sign < 0,
  lte: (sign) => sign <= 0,
}

/** Everything the API offers for an ordered column. */
function ordered<Value>(
  field: string,
  value: fc.Arbitrary<Value>,
  of: (row: Specimen) => Value | null,
  compare: (left: Value, right: Value) => number,
  print: (value: Value) => string,
): fc.Arbitrary<Comparison> {
  const plain = fc.tuple(fc.constantFrom(...Object.keys(ORDERINGS)), value).map(([name, right]) =>
    comparison(field, `${name}.`, print(right), (row) => {
      const left = of(row)
      return left === null ? null : (ORDERINGS[name] as Ordering)(compare(left, right))
    }),
  )
  const distinct = value.map((right) =>
    comparison(field, 'isdistinct.', print(right), (row) => {
      const left = of(row)
      return left === null || compare(left, right) !== 0
    }),
  )
  const many = fc.array(value, { maxLength: 3 })
  const quantified = fc
    .tuple(fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'), fc.constantFrom('any' as const, 'all' as const), many)
    .map(([name, quantifier, rights]) =>
      comparison(field, `${name}(${quantifier}).`, arrayText(rights.map(print)), (row) => {
        const left = of(row)
        const tested = rights.map((right) => (ORDERINGS[name] as Ordering)(left === null ? 0 : compare(left, right)))
        if (left === null && rights.length > 0) return null
        return quantifier === 'any' ? tested.some(Boolean) : tested.every(Boolean)
      }),
    )
  const listed = many.map((rights) =>
    comparison(
      field,
      'in.',
      `(${rights.map((right) => quoted(print(right))).join(',')})`,
      (row) => {
        const left = of(row)
        if (left === null) return rights.length > 0 ? null : false
        return rights.some((right) => compare(left, right) === 0)
      },
      true,
    ),
  )
  return fc.oneof(plain, distinct, quantified, listed, nullTest(field, of))
}

function comparison(
  field: string,
  operator: string,
  operand: string,
  holds: (row: Specimen) => Truth,
  bare = false,
): Comparison {
  return { field, operator, operand, holds, bare }
}

function nullTest(field: string, of: (row: Specimen) => unknown): fc.Arbitrary<Comparison> {
  return fc
    .constantFrom('null', 'not_null', 'NULL')
    .map((keyword) => comparison(field, 'is.', keyword, (row) => (of(row) === null) === (keyword !== 'not_null'), true))
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

const asText = (text: string) => text
const numbers = (left: number, right: number) => left - right

const patternText = fc
  .array(fc.constantFrom('a', 'b', 'A', '*', '%', '_', '\\\\', '\\%', '\\_', '"', ',', ' ', 'é'), { maxLength: 4 })
  .map((parts) => parts.join(''))
const patterns = fc
  .tuple(
    fc.constantFrom('like', 'ilike'),
    fc.constantFrom('', '(any)', '(all)'),
    fc.array(patternText, { maxLength: 2 }),
  )
  .map(([name, quantifier, several]) => {
    const used = quantifier === '' ? [several[0] ?? '*'] : several
    const operand = quantifier === '' ? (used[0] ?? '') : arrayText(used)
    return comparison('label', `${name}${quantifier}.`, operand, (row) => {
      if (row.label === null && used.length > 0) return null
      const matched = used.map((pattern) => isLike(row.label ?? '', pattern, name === 'ilike'))
      return quantifier === '(all)' ? matched.every(Boolean) : matched.some(Boolean)
    })
  })

/** LIKE by its definition; `*` is the API's spelling of `%`. Ignoring case only folds ASCII (collation C). */
function isLike(text: string, pattern: string, foldsCase: boolean): boolean {
  const fold = (letters: string) => (foldsCase ? letters.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : letters)
  let expression = ''
  const letters = [...fold(pattern.replaceAll('*', '%'))]
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string
    if (letter === '%') expression += '[^]*'
    else if (letter === '_') expression += '[^]'
    else expression += escaped(letter === '\\' ? (letters[++at] as string) : letter)
  }
  return new RegExp(`^(?:${expression})$`, 'u').test(fold(text))
}

function escaped(letter: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(letter) ? `\\${letter}` : letter
}

const expressions = fc
  .tuple(fc.constantFrom('match', 'imatch'), fc.constantFrom('^a', 'b$', '[ab]', 'a.', '^$', ',', '"', '(a|b)+', '%'))
  .map(([name, expression]) =>
    comparison('label', `${name}.`, expression, (row) => {
      return row.label === null ? null : new RegExp(expression, name === 'match' ? 'su' : 'siu').test(row.label)
    }),
  )

const truths = fc.constantFrom('true', 'false', 'unknown', 'null', 'not_null').map((keyword) =>
  comparison(
    'alive',
    'is.',
    keyword,
    ({ alive }) => {
      if (keyword === 'not_null') return alive !== null
      return keyword === 'true' || keyword === 'false' ? alive === (keyword === 'true') : alive === null
    },
    true,
  ),
)
const booleans = ordered(
  'alive',
  fc.boolean(),
  ({ alive }) => alive,
  (left, right) => Number(left) - Number(right),
  String,
)

const sets = fc.tuple(fc.constantFrom('cs', 'cd', 'ov', 'eq', 'neq'), tags).map(([name, right]) =>
  comparison('tags', `${name}.`, arrayText(right), ({ tags: left }) => {
    if (left === null) return null
    const equal = left.length === right.length && left.every((element, index) => element === right[index])
    switch (name) {
      case 'cs':
        return right.every((element) => left.includes(element))
      case 'cd':
        return left.every((element) => right.includes(element))
      case 'ov':
        return left.some((element) => right.includes(element))
      default:
        return equal === (name === 'eq')
    }
  }),
)

const RANGE_TESTS: Readonly<Record<string, (left: Bounds, right: Bounds) => boolean>> = {
  cs: (left, right) => left.from <= right.from && left.to >= right.to,
  cd: (left, right) => right.from <= left.from && right.to >= left.to,
  ov: (left, right) => left.from < right.to && right.from < left.to,
  sl: (left, right) => left.to <= right.from,
  sr: (left, right) => left.from >= right.to,
  nxl: (left, right) => left.from >= right.from,
  nxr: (left, right) => left.to <= right.to,
  adj: (left, right) => left.to === right.from || left.from === right.to,
  eq: (left, right) => left.from === right.from && left.to === right.to,
}

interface Bounds {
  readonly from: number
  readonly to: number
}

function boundsOf(range: Exclude<Span, 'empty'>): Bounds {
  return { from: range.from ?? Number.NEGATIVE_INFINITY, to: range.to ?? Number.POSITIVE_INFINITY }
}

const ranges = fc.tuple(fc.constantFrom(...Object.keys(RANGE_TESTS)), span).map(([name, right]) =>
  comparison('span', `${name}.`, spanText(right), ({ span: left }) => {
    if (left === null) return null
    // An empty range is contained everywhere but has no position.
    if (name === 'cs' && right === 'empty') return true
    if (name === 'cd' && left === 'empty') return true
    if (left === 'empty' || right === 'empty') return name === 'eq' && left === right
    return (RANGE_TESTS[name] as (left: Bounds, right: Bounds) => boolean)(boundsOf(left), boundsOf(right))
  }),
)

const containment = doc.map((right) =>
  comparison('doc', 'cs.', JSON.stringify(right), (row) => (row.doc === null ? null : contains(row.doc, right))),
)
const equality = doc.map((right) =>
  comparison('doc', 'eq.', JSON.stringify(right), (row) => (row.doc === null ? null : isSame(row.doc, right))),
)

const step = fc.constantFrom<string | number>('a', 'b', 'x y', "q'", 'd"q', 0, -1, 1)

const paths = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 2 }), fc.constantFrom('a', 'b', '1', 'true', 'null', ''))
  .chain(([steps, wanted]) => {
    const printed = steps.map((by) => (typeof by === 'number' ? String(by) : quoted(by)))
    const last = printed.pop()
    const before = printed.map((one) => `->${one}`).join('')
    const reach = (row: Specimen) => (row.doc === null ? undefined : steps.reduce(follow, row.doc))
    // Objects and arrays are in PostgreSQL's text form of jsonb, which never equals the searched words.
    const textAt = (row: Specimen): string | null => {
      const reached = reach(row)
      if (reached === undefined || reached === null) return null
      return typeof reached === 'object' ? JSON.stringify(reached) : String(reached)
    }
    const field = `doc${before}->>${last}`
    const text = fc.constantFrom('eq', 'neq', 'isdistinct', 'like', 'in', 'eq(any)').map((operator) => {
      const operand =
        operator === 'in' ? `(${quoted(wanted)},"zz")` : operator === 'eq(any)' ? arrayText([wanted, 'zz']) : wanted
      const holds = (row: Specimen): Truth => {
        const found = textAt(row)
        if (operator === 'isdistinct') return found !== wanted
        return found === null ? null : (found === wanted) === (operator !== 'neq')
      }
      return comparison(field, `${operator}.`, operand, holds, operator === 'in')
    })
    const missing = comparison(`doc${before}->${last}`, 'is.', 'null', (row) => reach(row) === undefined, true)
    return fc.oneof(text, fc.constant(missing))
  })

const comparisons: fc.Arbitrary<Comparison> = fc.oneof(
  ordered('count', count, (row) => row.count, numbers, String),
  ordered('weight', weightMilli, (row) => row.weightMilli, numbers, decimal),
  ordered('label', label, (row) => row.label, byBytes, asText),
  ordered(
    'found_at',
    foundAt,
    (row) => row.foundAt,
    numbers,
    (at) => new Date(at).toISOString().replace('Z', '+00:00'),
  ),
  patterns,
  expressions,
  truths,
  booleans,
  sets,
  nullTest('tags', (row) => row.tags),
  ranges,
  nullTest('span', (row) => row.span),
  containment,
  equality,
  paths,
)

/** Any tree of conditions on the specimens, up to four levels. */
export const { tree } = fc.letrec<{ tree: Tree; group: Tree }>((tie) => ({
  group: fc.record({
    kind: fc.constant('group' as const),
    negated: fc.boolean(),
    operator: fc.constantFrom('and' as const, 'or' as const),
    terms: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  }),
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ kind: fc.constant('leaf' as const), negated: fc.boolean(), comparison: comparisons }),
    tie('group'),
  ),
}))
