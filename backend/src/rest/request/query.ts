import { DEFAULT_REST_LIMITS, type RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'
import {
  type Condition,
  isOperatorExpression,
  parseFilterValue,
  parseLogic,
  type ValueSink,
  valueSink,
} from './filter.ts'
import { parseField } from './grammar.ts'
import { refuseNul, Scanner } from './scanner.ts'

/** A condition and the path of its embed; an empty path is the root. */
interface PlacedCondition {
  readonly path: readonly string[]
  readonly condition: Condition
}

interface PlacedOrder {
  readonly path: readonly string[]
  readonly text: string
}

/** `offset` is the index of a bound value, so that paging reuses statements. */
export interface PlacedRange {
  readonly path: readonly string[]
  limit: number | null
  offset: number
}

/** A parsed query string. `select`, `order` and `columns` stay text: they are parsed only for a new shape. */
export interface Query {
  readonly select: string | null
  readonly columns: string | null
  readonly onConflict: string | null
  readonly conditions: readonly PlacedCondition[]
  readonly orders: readonly PlacedOrder[]
  readonly ranges: ReadonlyMap<string, PlacedRange>
  /** For RPC over GET: argument names and the indexes of their values, in order. */
  readonly callArguments: readonly { readonly name: string; readonly value: number }[]
  readonly values: (string | Buffer | null)[]
  /** Whether a filter at any level is a regular expression. */
  readonly hasExpressions: boolean
  /** Everything but the values, separated by NUL, which cannot occur in the parts. */
  readonly shape: string
}

interface Draft extends ValueSink {
  select: string | null
  columns: string | null
  onConflict: string | null
  conditions: PlacedCondition[]
  orders: Map<string, PlacedOrder>
  ranges: Map<string, PlacedRange>
  callArguments: { name: string; value: number }[]
  shape: string
}

/**
 * Parses a raw query string. Percent-decoding comes first and escapes nothing; only double quotes do.
 * @param separatesArguments  RPC over GET: anything but an operator expression is an argument
 */
export function readQuery(raw: string, separatesArguments: boolean, limits: RestLimits = DEFAULT_REST_LIMITS): Query {
  if (raw.length > limits.queryLength) throw new RestError('PGRST100', 'The query string is too long')
  const draft: Draft = {
    select: null,
    columns: null,
    onConflict: null,
    conditions: [],
    orders: new Map(),
    ranges: new Map(),
    callArguments: [],
    ...valueSink(limits),
    shape: '',
  }
  const pairs = splitPairs(raw)
  if (pairs.length > limits.parameters) {
    throw new RestError('PGRST100', `A query can have at most ${limits.parameters} parameters`)
  }
  for (const [key, value] of pairs) readPair(draft, key, value, separatesArguments)
  return { ...draft, orders: [...draft.orders.values()] }
}

/** Uses a form's fields as the arguments of a call; a field for a variadic argument may be repeated. */
export function withFormArguments(query: Query, form: Buffer, limits: RestLimits): Query {
  const fields = splitPairs(form.toString('utf8'))
  if (fields.length > limits.parameters) {
    throw new RestError('PGRST100', `A form can have at most ${limits.parameters} fields`)
  }
  const callArguments = fields.map(([name], index) => ({ name, value: query.values.length + index }))
  return {
    ...query,
    callArguments,
    values: [...query.values, ...fields.map(([, value]) => value)],
    shape: `${query.shape}\0a${fields.map(([name]) => name).join('\0a')}`,
  }
}

function splitPairs(raw: string): [string, string][] {
  const pairs: [string, string][] = []
  if (raw === '') return pairs
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=')
    if (equals >= 0) pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
  }
  return pairs
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    // A percent sign that encodes nothing stands for itself, as in `like.%plan%`.
    const decoded = decodeURIComponent(spaced.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
    refuseNul(decoded)
    return decoded
  } catch (cause) {
    if (cause instanceof RestError) throw cause
    throw new RestError('PGRST100', 'The query string is not valid percent-encoded UTF-8', { cause })
  }
}

function readPair(draft: Draft, key: string, value: string, separatesArguments: boolean): void {
  if (readReserved(draft, key, value)) return
  if (!separatesArguments || isOperatorExpression(value)) {
    readFilter(draft, key, value)
    return
  }
  draft.callArguments.push({ name: key, value: draft.values.push(value) - 1 })
  draft.shape += `\0a${key}`
}

/** Reserved keys can never be columns or arguments. */
function readReserved(draft: Draft, key: string, value: string): boolean {
  switch (key) {
    case 'select':
      draft.select ??= value
      return true
    case 'columns':
      draft.columns ??= value
      return true
    case 'on_conflict':
      draft.onConflict ??= value
      return true
  }
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'order':
      readOrder(draft, key, value)
      return true
    case 'limit':
    case 'offset':
      readRange(draft, key, value)
      return true
    case 'and':
    case 'or':
      readLogic(draft, key, value)
      return true
  }
  return false
}

function readFilter(draft: Draft, key: string, value: string): void {
  const scanner = new Scanner(key, 'tree path', draft.limits)
  const path: string[] = []
  let field = parseField(scanner)
  while (field.path.length === 0 && scanner.take('.')) {
    path.push(field.name)
    field = parseField(scanner)
  }
  scanner.expectEnd()
  const { negated, test, shape } = parseFilterValue(value, draft)
  draft.conditions.push({ path, condition: { kind: 'comparison', field, negated, test } })
  draft.shape += `\0f${key}=${shape}`
}

function readLogic(draft: Draft, key: string, value: string): void {
  const path = pathOf(key, 'logic path')
  const operator = path.pop() as 'and' | 'or' // the caller checked the last segment
  const negated = path.at(-1) === 'not'
  if (negated) path.pop()
  const condition = parseLogic(value, operator, negated, draft)
  draft.conditions.push({ path, condition })
  draft.shape += `\0l${key}=${JSON.stringify(condition)}`
}

function readOrder(draft: Draft, key: string, value: string): void {
  const path = pathOf(key, 'tree path').slice(0, -1)
  const level = levelKey(path)
  if (draft.orders.has(level) || value.trim() === '') return
  draft.orders.set(level, { path, text: value })
  draft.shape += `\0o${key}=${value}`
}

function readRange(draft: Draft, key: string, value: string): void {
  if (!/^-?\d{1,15}$/.test(value)) return
  const path = pathOf(key, 'tree path')
  const bound = path.pop()
  const level = levelKey(path)
  const range = draft.ranges.get(level) ?? { path, limit: null, offset: 0 }
  if (bound === 'limit') range.limit = Number(value)
  else range.offset = Math.max(0, Number(value))
  draft.ranges.set(level, range)
}

function pathOf(key: string, what: string): string[] {
  if (!key.includes('.')) return [key]
  const scanner = new Scanner(key, what)
  const path = [scanner.fieldName()]
  while (scanner.take('.')) path.push(scanner.fieldName())
  scanner.expectEnd()
  return path
}

/** An embed path as a map key. */
function levelKey(path: readonly string[]): string {
  return path.join('\0')
}

/** Parses `columns` and `on_conflict`: field names separated by commas. */
export function parseNameList(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do {
    scanner.skipSpace()
    names.push(scanner.fieldName())
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expectEnd()
  return [...new Set(names)]
}
