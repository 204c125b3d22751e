/** The operators of the contract, section 8.1. */
const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const
type Operator = (typeof OPERATORS)[number]

/** One comparison of a filter; several are joined by AND. */
export interface Condition {
  readonly column: string
  readonly operator: Operator
  readonly isNegated: boolean
  /** One text, or up to 100 for `in`; PostgreSQL parses them as the column's type. */
  readonly operands: readonly string[]
}

const MOST_IN_VALUES = 100
/** Maximum filter length, since patterns cost time to compile and to run. */
const LONGEST_FILTER = 4_096
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown'])

export class FilterError extends Error {
  override readonly name = 'FilterError'
}

/**
 * Parses `column=op.value,column=not.op.value`. Commas in quotes and parentheses do not split.
 * @throws {FilterError} with the message for the client
 */
export function parseFilter(text: string): Condition[] {
  if (text.trim() === '') return []
  if (text.length > LONGEST_FILTER) throw parseError('the filter is too long')
  return splitAtCommas(text).map(parseCondition)
}

function parseCondition(text: string): Condition {
  const match = /^\s*([^=]+?)\s*=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
  if (!match) throw parseError(text)
  const [, column = '', not, name = '', value = ''] = match
  const operator = OPERATORS.find((known) => known === name)
  if (!operator) throw parseError(text)
  return { column: unquote(column), operator, isNegated: not !== undefined, operands: operandsOf(operator, value) }
}

function operandsOf(operator: Operator, value: string): string[] {
  if (operator === 'in') return listOf(value)
  const operand = unquote(value)
  if (operator !== 'is') return [operand]
  const word = operand.toLowerCase()
  if (!IS_VALUES.has(word)) throw parseError(`is.${value}: only null, true, false and unknown`)
  return [word]
}

function listOf(value: string): string[] {
  const list = value.trim()
  if (!list.startsWith('(') || !list.endsWith(')')) throw parseError(`in.${value}: a list in parentheses is expected`)
  const inner = list.slice(1, -1)
  const items = inner.trim() === '' ? [] : splitAtCommas(inner).map((item) => unquote(item.trim()))
  if (items.length > MOST_IN_VALUES) throw parseError(`at most ${MOST_IN_VALUES} values are allowed in a list`)
  return items
}

/** Splits at the commas that are neither in double quotes nor in parentheses. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let [start, depth, isQuoted] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (isQuoted) {
      if (sign === '\\') i += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"' && opensQuote(text, i)) isQuoted = true
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
    if (depth < 0) break
  }
  if (isQuoted || depth !== 0) throw parseError(text)
  parts.push(text.slice(start))
  return parts
}

/** A quote in the middle of a value is an ordinary character. */
function opensQuote(text: string, at: number): boolean {
  return /(^|[.,(]\s*)$/.test(text.slice(Math.max(0, at - 8), at))
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  const match = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)
  if (!match) throw parseError(text)
  return (match[1] ?? '').replace(/\\(.)/gs, '$1')
}

function parseError(what: string): FilterError {
  return new FilterError(`Error parsing \`filter\` params: ${JSON.stringify([what.slice(0, 200)])}`)
}
