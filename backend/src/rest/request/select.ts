import type { RestLimits } from '../../config/rest.ts'
import { type Field, parseField } from './grammar.ts'
import { FIELD_NAME, Scanner } from './scanner.ts'

export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count'] as const
export type AggregateName = (typeof AGGREGATES)[number]

export interface FieldItem {
  readonly kind: 'field'
  /** Null only for `count()`. */
  readonly field: Field | null
  readonly alias: string | null
  readonly cast: string | null
  readonly aggregate: { readonly name: AggregateName; readonly cast: string | null } | null
}

export interface EmbedItem {
  readonly kind: 'embed'
  readonly relation: string
  readonly alias: string | null
  readonly hint: string | null
  readonly inner: boolean
  readonly spread: boolean
  readonly items: readonly SelectItem[]
}

export type SelectItem = { readonly kind: 'star' } | FieldItem | EmbedItem

interface Budget {
  items: number
  embeds: number
}

/** Parses a `select` value. An empty one selects every column. */
export function parseSelect(text: string, limits?: RestLimits): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'star' }]
  const scanner = new Scanner(text, 'select parameter', limits)
  // What follows a complete list is ignored, as in the protocol.
  return parseItems(scanner, 0, { items: 0, embeds: 0 })
}

function parseItems(scanner: Scanner, depth: number, budget: Budget): SelectItem[] {
  const items: SelectItem[] = []
  const { selectItems } = scanner.limits
  for (;;) {
    scanner.skipSpace()
    budget.items += 1
    if (budget.items > selectItems) scanner.fail(`at most ${selectItems} selected items`)
    items.push(parseItem(scanner, depth, budget))
    scanner.skipSpace()
    if (!scanner.take(',')) return items
  }
}

const ITEM = `"...", ${FIELD_NAME}, "*" or "count()"`

function parseItem(scanner: Scanner, depth: number, budget: Budget): SelectItem {
  if (scanner.take('...')) return parseEmbed(scanner, { alias: null, spread: true, depth, budget })
  if (scanner.take('*')) return { kind: 'star' }
  const alias = parseAlias(scanner)
  if (isEmbedNext(scanner)) return parseEmbed(scanner, { alias, spread: false, depth, budget })
  return parseFieldItem(scanner, alias)
}

/** `alias:`; a double colon casts a column instead. */
function parseAlias(scanner: Scanner): string | null {
  const start = scanner.position
  const name = scanner.fieldName(ITEM)
  if (scanner.peek() === ':' && scanner.peek(1) !== ':') {
    scanner.position += 1
    scanner.skipSpace()
    return name
  }
  scanner.position = start
  return null
}

function isEmbedNext(scanner: Scanner): boolean {
  const start = scanner.position
  const name = scanner.fieldName()
  const next = scanner.peek()
  const isCount = name === 'count' && scanner.startsWith('()')
  scanner.position = start
  return (next === '(' || next === '!') && !isCount
}

function parseFieldItem(scanner: Scanner, alias: string | null): FieldItem {
  const start = scanner.position
  if (scanner.take('count()')) {
    const cast = scanner.take('::') ? parseCast(scanner) : null
    return { kind: 'field', field: null, alias, cast: null, aggregate: { name: 'count', cast } }
  }
  scanner.position = start
  const field = parseField(scanner)
  const cast = scanner.take('::') ? parseCast(scanner) : null
  if (!scanner.take('.')) return { kind: 'field', field, alias, cast, aggregate: null }
  const name = AGGREGATES.find((candidate) => scanner.take(`${candidate}()`))
  if (!name) scanner.fail('an aggregate: sum(), avg(), min(), max() or count()')
  const aggregateCast = scanner.take('::') ? parseCast(scanner) : null
  return { kind: 'field', field, alias, cast, aggregate: { name, cast: aggregateCast } }
}

function parseCast(scanner: Scanner): string {
  const cast = /[\p{L}\p{Nd}_$ ]+/uy
  cast.lastIndex = scanner.position
  const match = cast.exec(scanner.text)
  if (!match) scanner.fail('a type name')
  scanner.position = cast.lastIndex
  return match[0].trim()
}

interface EmbedStart {
  readonly alias: string | null
  readonly spread: boolean
  readonly depth: number
  readonly budget: Budget
}

function parseEmbed(scanner: Scanner, { alias, spread, depth, budget }: EmbedStart): EmbedItem {
  const { embedDepth, embeds } = scanner.limits
  budget.embeds += 1
  if (depth >= embedDepth) scanner.fail(`embeds nested at most ${embedDepth} deep`)
  if (budget.embeds > embeds) scanner.fail(`at most ${embeds} embeds`)
  const relation = scanner.fieldName()
  let hint: string | null = null
  let inner = false
  while (scanner.take('!')) {
    const word = scanner.fieldName()
    if (word === 'inner') inner = true
    else if (word !== 'left' && hint === null) hint = word
    else if (word !== 'left') scanner.fail('one hint and one of !inner, !left')
  }
  scanner.expect('(')
  scanner.skipSpace()
  const items = scanner.peek() === ')' ? [] : parseItems(scanner, depth + 1, budget)
  scanner.expect(')')
  return { kind: 'embed', relation, alias, hint, inner, spread, items }
}
