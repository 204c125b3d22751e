import { DEFAULT_REST_LIMITS, type RestLimits } from '../../config/rest.ts'
import { type Field, parseField } from './grammar.ts'
import { commonStart, FIELD_NAME, Scanner } from './scanner.ts'

const BINARY_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const // prettier-ignore
const SEARCH_OPERATORS = ['fts', 'plfts', 'phfts', 'wfts'] as const

export type BinaryOperator = (typeof BINARY_OPERATORS)[number]
export type SearchOperator = (typeof SEARCH_OPERATORS)[number]
export type IsKeyword = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

/** A test of a column. `value` is the index of a bound value: the shape of a request contains no values. */
export type Test =
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly quantifier: 'any' | 'all' | null
      readonly value: number
    }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly config: string | null
      readonly value: number
    }
  | { readonly kind: 'in'; readonly value: number }
  | { readonly kind: 'is'; readonly keyword: IsKeyword }

export interface Comparison {
  readonly kind: 'comparison'
  readonly field: Field
  readonly negated: boolean
  readonly test: Test
}

export interface LogicGroup {
  readonly kind: 'group'
  readonly operator: 'and' | 'or'
  readonly negated: boolean
  readonly terms: readonly Condition[]
}

export type Condition = Comparison | LogicGroup

/** Collects the values of a request in order of appearance. */
export interface ValueSink {
  readonly values: (string | Buffer | null)[]
  /** Number of filters and logic terms so far. */
  filters: number
  /** Whether any comparison uses a regular expression. */
  hasExpressions: boolean
  readonly limits: RestLimits
}

export function valueSink(limits: RestLimits = DEFAULT_REST_LIMITS): ValueSink {
  return { values: [], filters: 0, hasExpressions: false, limits }
}

const QUANTIFIABLE = new Set<string>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const KNOWN = new Set<string>([...BINARY_OPERATORS, ...SEARCH_OPERATORS, 'in', 'is'])
const OPERATOR = 'operator (eq, gt, ...)'
const LOGIC_TERM = `${FIELD_NAME}, negation operator (not) or logic operator (and, or)`
const IS_KEYWORDS = new Set<string>(['null', 'not_null', 'true', 'false', 'unknown'])

interface OperatorHead {
  readonly negated: boolean
  readonly name: string
  readonly modifier: string | null
}

/** Reads `[not.]op[(modifier)].`; null if the text is no operator expression. Leaves the scanner at the operand, or behind `not.`. */
function readOperator(scanner: Scanner): OperatorHead | null {
  const negated = scanner.take('not.')
  const word = /([a-z]+)(?:\(([^()]*)\))?\./y
  word.lastIndex = scanner.position
  const match = word.exec(scanner.text)
  const name = match?.[1]
  if (!match || name === undefined || !KNOWN.has(name)) return null
  const modifier = match[2] ?? null
  if (modifier !== null && !isModifierOf(name, modifier)) return null
  scanner.position = word.lastIndex
  return { negated, name, modifier }
}

/** Reports where the text from `start` stopped being an operator: at its name, or behind it. */
function failAtOperator(scanner: Scanner, start: number): never {
  const isNegated = scanner.position > start
  const [name = ''] = /^[a-z]+/.exec(scanner.text.slice(scanner.position)) ?? []
  if (KNOWN.has(name)) {
    scanner.position += name.length
    if (name !== 'in' && name !== 'is') scanner.take('(')
    scanner.fail(OPERATOR)
  }
  if (isNegated) scanner.fail(OPERATOR)
  scanner.failWord('not', `"not" or ${OPERATOR}`)
}

function isModifierOf(operator: string, modifier: string): boolean {
  if (QUANTIFIABLE.has(operator)) return modifier === 'any' || modifier === 'all'
  return SEARCH_OPERATORS.includes(operator as SearchOperator) && /^[\p{L}\p{Nd}_]+$/u.test(modifier)
}

/** Whether an RPC parameter's value is a filter (`eq.5`) rather than an argument. */
export function isOperatorExpression(value: string): boolean {
  const scanner = new Scanner(value, 'filter')
  const head = readOperator(scanner)
  if (!head) return false
  if (head.name === 'is') return IS_KEYWORDS.has(value.slice(scanner.position).toLowerCase())
  return head.name !== 'in' || (value[scanner.position] === '(' && value.endsWith(')'))
}

/**
 * Parses the value of a column filter.
 * @returns the test and the part of the text that belongs to the shape (everything before the operand)
 */
export function parseFilterValue(text: string, sink: ValueSink): { negated: boolean; test: Test; shape: string } {
  const scanner: Scanner = new Scanner(text, 'filter', sink.limits)
  countFilter(scanner, sink)
  const head = readOperator(scanner)
  if (!head) failAtOperator(scanner, 0)
  const operandAt = scanner.position
  const test = finishTest(scanner, head, sink, () => {
    const rest = text.slice(scanner.position)
    scanner.position = text.length
    return rest
  })
  scanner.expectEnd()
  return { negated: head.negated, test, shape: test.kind === 'is' ? text : text.slice(0, operandAt) }
}

function finishTest(scanner: Scanner, head: OperatorHead, sink: ValueSink, readOperand: () => string): Test {
  if (head.name === 'in') return { kind: 'in', value: sink.values.push(parseList(scanner)) - 1 }
  if (head.name === 'is') {
    const start = scanner.position
    const keyword = readOperand().toLowerCase()
    if (!IS_KEYWORDS.has(keyword)) {
      scanner.position = start + Math.max(...[...IS_KEYWORDS].map((known) => commonStart(known, keyword)))
      scanner.fail('isVal: (null, not_null, true, false, unknown)')
    }
    return { kind: 'is', keyword: keyword as IsKeyword }
  }
  const operand = readOperand()
  if (SEARCH_OPERATORS.includes(head.name as SearchOperator)) {
    const operator = head.name as SearchOperator
    return { kind: 'search', operator, config: head.modifier, value: sink.values.push(operand) - 1 }
  }
  const operator = head.name as BinaryOperator
  if (operator === 'match' || operator === 'imatch') sink.hasExpressions = true
  // A literal asterisk cannot be written: the protocol uses it as the wildcard, so that URLs need no %25.
  const value = operator === 'like' || operator === 'ilike' ? operand.replaceAll('*', '%') : operand
  return {
    kind: 'binary',
    operator,
    quantifier: head.modifier as 'any' | 'all' | null,
    value: sink.values.push(value) - 1,
  }
}

/** Converts `(a,"b,c")` to a PostgreSQL array literal, so that the statement does not depend on the length of the list. */
function parseList(scanner: Scanner): string {
  scanner.expect('(')
  scanner.skipSpace()
  if (scanner.take(')')) return '{}'
  const elements: string[] = []
  const { listElements } = scanner.limits
  do {
    elements.push(arrayElement(quotedUpTo(scanner) ?? rawUpTo(scanner, ',)')))
    if (elements.length > listElements) scanner.fail(`at most ${listElements} list elements`)
  } while (scanner.take(','))
  closeList(scanner)
  return `{${elements.join(',')}}`
}

function closeList(scanner: Scanner): void {
  if (!scanner.take(')')) scanner.fail('"," or ")"')
}

function arrayElement(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A quoted text, if a delimiter follows its closing quote; else null, consuming nothing. */
function quotedUpTo(scanner: Scanner): string | null {
  if (scanner.peek() !== '"') return null
  const start = scanner.position
  const closing = /"(?:[^"\\]|\\[\s\S])*"(?=[,)])/y
  closing.lastIndex = start
  if (!closing.test(scanner.text)) return null
  return scanner.quoted()
}

function rawUpTo(scanner: Scanner, delimiters: string): string {
  const start = scanner.position
  while (!scanner.done && !delimiters.includes(scanner.peek())) scanner.position += 1
  return scanner.text.slice(start, scanner.position)
}

/** Parses the value of `and=`, `or=`, `not.and=`, `not.or=`: `(a.eq.1,or(b.is.null,c.gt.2))`. */
export function parseLogic(text: string, operator: 'and' | 'or', negated: boolean, sink: ValueSink): LogicGroup {
  // The protocol parses the operator and its terms together: `or(a.eq.1)`.
  const scanner = new Scanner(text, 'logic tree', sink.limits, (negated ? 'not.' : '').length + operator.length)
  // What follows a complete tree is ignored, as in the protocol.
  const terms = parseTerms(scanner, sink, 1)
  return { kind: 'group', operator, negated, terms }
}

function countFilter(scanner: Scanner, sink: ValueSink): void {
  const { filters } = scanner.limits
  sink.filters += 1
  if (sink.filters > filters) scanner.fail(`at most ${filters} filters`)
}

function parseTerms(scanner: Scanner, sink: ValueSink, depth: number): Condition[] {
  const { logicDepth } = scanner.limits
  if (depth > logicDepth) scanner.fail(`logic nested at most ${logicDepth} deep`)
  const terms: Condition[] = []
  scanner.skipSpace()
  scanner.expect('(')
  do {
    scanner.skipSpace()
    countFilter(scanner, sink)
    terms.push(parseTerm(scanner, sink, depth))
    scanner.skipSpace()
  } while (scanner.take(','))
  closeList(scanner)
  return terms
}

function parseTerm(scanner: Scanner, sink: ValueSink, depth: number): Condition {
  const group = /(not\.)?(and|or)[ \t]*(?=\()/y
  group.lastIndex = scanner.position
  const match = group.exec(scanner.text)
  if (match) {
    scanner.position = group.lastIndex
    const operator = match[2] as 'and' | 'or'
    return {
      kind: 'group',
      operator,
      negated: match[1] !== undefined,
      terms: parseTerms(scanner, sink, depth + 1),
    }
  }
  const field = parseField(scanner, LOGIC_TERM)
  if (!scanner.take('.')) scanner.fail('delimiter (.)')
  const atOperator = scanner.position
  const head = readOperator(scanner)
  if (!head) failAtOperator(scanner, atOperator)
  const test = finishTest(scanner, head, sink, () => logicOperand(scanner))
  return { kind: 'comparison', field, negated: head.negated, test }
}

/** Inside a tree a comma ends a value, unless it is quoted or in an array literal. */
function logicOperand(scanner: Scanner): string {
  const quoted = quotedUpTo(scanner)
  if (quoted !== null) return quoted
  if (scanner.peek() === '{') {
    const array = /\{[^{}]*\}(?=[,) \t])/y
    array.lastIndex = scanner.position
    const match = array.exec(scanner.text)
    if (match) {
      scanner.position = array.lastIndex
      return match[0]
    }
  }
  return rawUpTo(scanner, ',)')
}
