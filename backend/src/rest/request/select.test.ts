import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGGREGATES, parseSelect, type SelectItem } from './select.ts'

/** Arbitrary select trees and a printer for them: parsing must reverse printing. */

const name = fc.oneof(
  fc.constantFrom('id', 'a b', 'größe', 'x$1', 'order-by', '1st'),
  fc.string({
    unit: fc.constantFrom('a', '"', '\\', ',', '(', ')', '.', ':', '!', '*', '-', '>', ' '),
    minLength: 1,
    maxLength: 5,
  }),
)

function print(text: string): string {
  return /^[\p{L}_][\p{L}\p{Nd}_$]*$/u.test(text) && text !== 'count'
    ? text
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const step = fc.record({ text: fc.boolean(), key: fc.oneof(fc.integer({ min: -99, max: 99 }), name) })
const cast = fc.constantFrom(null, 'text', 'double precision', 'my_type')
const field: fc.Arbitrary<SelectItem> = fc.record({
  kind: fc.constant('field' as const),
  field: fc.record({ name, path: fc.array(step, { maxLength: 2 }) }),
  alias: orNull(name),
  cast,
  aggregate: orNull(fc.record({ name: fc.constantFrom(...AGGREGATES), cast })),
})

const { items } = fc.letrec<{ items: SelectItem[]; item: SelectItem }>((tie) => ({
  items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
  item: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(field, fc.constant<SelectItem>({ kind: 'star' })),
    fc.record({
      kind: fc.constant('embed' as const),
      relation: name,
      alias: orNull(name),
      hint: orNull(name.filter((text) => text !== 'inner' && text !== 'left')),
      inner: fc.boolean(),
      spread: fc.boolean(),
      items: fc.oneof(tie('items'), fc.constant([])),
    }),
  ),
}))

function printItem(item: SelectItem): string {
  if (item.kind === 'star') return '*'
  const alias = item.alias === null ? '' : `${print(item.alias)}:`
  if (item.kind === 'embed') {
    const before = item.spread ? '...' : alias
    const hints = `${item.hint === null ? '' : `!${print(item.hint)}`}${item.inner ? '!inner' : ''}`
    return `${before}${print(item.relation)}${hints}(${printItems(item.items)})`
  }
  const as = (type: string | null) => (type === null ? '' : `::${type}`)
  const path = item.field?.path.map(
    ({ text, key }) => `${text ? '->>' : '->'}${typeof key === 'number' ? key : print(key)}`,
  )
  const aggregate = item.aggregate ? `.${item.aggregate.name}()${as(item.aggregate.cast)}` : ''
  return `${alias}${print(item.field?.name ?? '')}${path?.join('') ?? ''}${as(item.cast)}${aggregate}`
}

function printItems(list: readonly SelectItem[]): string {
  return list.map(printItem).join(',')
}

/** The parsed form of an item: a spread has no alias. */
function asRead(item: SelectItem): SelectItem {
  if (item.kind !== 'embed') return item
  return { ...item, alias: item.spread ? null : item.alias, items: item.items.map(asRead) }
}

test('parses any printed tree of columns, embeds, casts and aggregates back to itself', () => {
  fc.assert(
    fc.property(items, (list) => {
      expect(parseSelect(printItems(list))).toEqual(list.map(asRead))
    }),
    { numRuns: 1500 },
  )
})
