import type { RestLimits } from '../../config/rest.ts'
import { type Field, parseField } from './grammar.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  readonly field: Field
  /** The to-one embed that the column belongs to; null for a column of the level itself. */
  readonly relation: string | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

/** Parses an `order` value: `price.desc.nullslast,seller(name).asc`. */
export function parseOrder(text: string, limits?: RestLimits): OrderTerm[] {
  const scanner = new Scanner(text, 'order', limits)
  const { orderTerms } = scanner.limits
  const terms: OrderTerm[] = []
  do {
    scanner.skipSpace()
    terms.push(parseTerm(scanner))
    if (terms.length > orderTerms) scanner.fail(`at most ${orderTerms} order terms`)
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expectEnd()
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  let field = parseField(scanner)
  let relation: string | null = null
  if (field.path.length === 0 && scanner.take('(')) {
    relation = field.name
    field = parseField(scanner)
    scanner.expect(')')
  }
  const atDirection = scanner.position
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : null
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : null
  if (!scanner.done && scanner.peek() !== ',' && scanner.peek() !== ' ') {
    if (nulls !== null) scanner.fail('"," or end of input')
    if (!scanner.take('.')) scanner.fail('delimiter (.), "," or end of input')
    if (scanner.position > atDirection + 1) scanner.failWord('nullsfirst', '"nullsfirst" or "nullslast"')
    scanner.failWord('asc', '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { field, relation, direction, nulls }
}
