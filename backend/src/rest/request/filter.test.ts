import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Comparison, Condition, LogicGroup, Test } from './filter.ts'
import { type Field, parseField } from './grammar.ts'
import { readQuery } from './query.ts'
import { Scanner } from './scanner.ts'

/**
 * Arbitrary filter trees and a printer for them: parsing the printed text must give the tree back. Where the grammar allows it, a text is
 * printed both plain and quoted.
 */

interface TestWithValue {
  readonly test: Test
  readonly text: string
  readonly value: string | null
}
type Meant =
  | { readonly kind: 'comparison'; readonly field: Field; readonly negated: boolean; readonly tested: TestWithValue }
  | {
      readonly kind: 'group'
      readonly operator: 'and' | 'or'
      readonly negated: boolean
      readonly terms: readonly Meant[]
    }

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', ',', '(', ')', '{', '}', '.', '*', '%', "'", ' ', 'a', '&', '+', '='),
      maxLength: 8,
    }),
  )
  .filter((text) => !text.includes('\0'))

/** A name, printed plain where its characters allow it, or quoted. */
const name = fc
  .oneof(fc.constantFrom('id', 'größe', 'a b', 'x$1', 'and', 'order-by', 'not'), anyText)
  .filter((text) => text !== '')
const printedName = fc.tuple(name, fc.boolean()).map(([text, plain]) => {
  const mayBePlain = plain && /^[\p{L}_][\p{L}\p{Nd}_$]*$/u.test(text) && !['and', 'or', 'not'].includes(text)
  return { text, printed: mayBePlain ? text : quoted(text) }
})

const jsonKey = fc.oneof(
  fc.integer({ min: -999_999, max: 999_999 }).map((index) => ({ key: index, printed: String(index) })),
  anyText
    .filter((text) => text !== '')
    .chain((text) =>
      fc.boolean().map((plain) => ({
        key: text,
        printed: plain && /^[\p{L}_ ]+$/u.test(text) ? text : quoted(text),
      })),
    ),
)
const field = fc
  .tuple(printedName, fc.array(fc.tuple(fc.boolean(), jsonKey), { maxLength: 3 }))
  .map(([column, steps]) => ({
    field: { name: column.text, path: steps.map(([text, { key }]) => ({ text, key })) },
    printed: column.printed + steps.map(([text, { printed }]) => `${text ? '->>' : '->'}${printed}`).join(''),
  }))

const binary = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
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
)
const quantifier = fc.constantFrom(null, 'any' as const, 'all' as const)
const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']

const comparison: fc.Arbitrary<TestWithValue> = fc.oneof(
  fc
    .tuple(fc.oneof(binary, fc.constantFrom('like' as const, 'ilike' as const)), quantifier, anyText)
    .map(([operator, wanted, value]): TestWithValue => {
      const by = QUANTIFIABLE.includes(operator) ? wanted : null
      return {
        test: { kind: 'binary', operator, quantifier: by, value: 0 },
        text: `${operator}${by === null ? '' : `(${by})`}.`,
        value: operator.endsWith('like') ? value.replaceAll('*', '%') : value,
      }
    }),
  fc
    .tuple(
      fc.constantFrom('fts' as const, 'plfts' as const, 'phfts' as const, 'wfts' as const),
      fc.constantFrom(null, 'english', 'x_1'),
      anyText,
    )
    .map(
      ([operator, config, value]): TestWithValue => ({
        test: { kind: 'search', operator, config, value: 0 },
        text: `${operator}${config === null ? '' : `(${config})`}.`,
        value,
      }),
    ),
  fc
    .constantFrom('null' as const, 'not_null' as const, 'true' as const, 'false' as const, 'unknown' as const)
    .map((keyword): TestWithValue => ({ test: { kind: 'is', keyword }, text: `is.${keyword}`, value: null })),
  fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 4 }).map((elements): TestWithValue => {
    const printed = elements.map(([text, plain]) => (plain && /^[^,()" \t][^,()"]*$/.test(text) ? text : quoted(text)))
    return {
      test: { kind: 'in', value: 0 },
      text: `in.(${printed.join(',')})`,
      value: `{${elements.map(([text]) => quoted(text)).join(',')}}`,
    }
  }),
)

const leaf = fc.tuple(field, fc.boolean(), comparison, fc.boolean()).map(([on, negated, tested, plain]) => ({
  meant: { kind: 'comparison' as const, field: on.field, negated, tested },
  on: on.printed,
  operator: `${negated ? 'not.' : ''}${tested.text}`,
  plain,
}))

const MAX_DEPTH = 5
const { tree } = fc.letrec<{ tree: Printed; node: Printed }>((tie) => ({
  tree: fc
    .tuple(
      fc.constantFrom('and' as const, 'or' as const),
      fc.boolean(),
      fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', ' ', '\t'),
    )
    .map(([operator, negated, terms, space]) => ({
      meant: { kind: 'group', operator, negated, terms: terms.map(({ meant }) => meant) },
      printed: `${negated ? 'not.' : ''}${operator}(${space}${terms.map(({ printed }) => printed).join(`,${space}`)})${space}`,
    })),
  node: fc.oneof(
    { maxDepth: MAX_DEPTH, withCrossShrink: true },
    leaf.map(({ meant, on, operator, plain }) => ({
      meant,
      printed: `${on}.${operator}${operand(meant.tested, plain)}`,
    })),
    tie('tree'),
  ),
}))

interface Printed {
  readonly meant: Meant
  readonly printed: string
}

/** An operand inside a tree: quoted, unless the grammar reads it the same without quotes. */
function operand({ test: { kind }, value }: TestWithValue, plain: boolean): string {
  if (value === null || kind === 'in') return ''
  const readsPlainly = plain && /^(?!["{])[^,)]*$/.test(value) && !/[ \t]$/.test(value)
  return readsPlainly ? value : quoted(value)
}

/** The parsed condition, with the values back in place. */
function asMeant(condition: Condition, values: readonly (string | Buffer | null)[]): unknown {
  if (condition.kind === 'group') {
    const { kind, operator, negated, terms } = condition
    return { kind, operator, negated, terms: terms.map((term) => asMeant(term, values)) }
  }
  const { kind, field: on, negated, test: tested } = condition
  const value = 'value' in tested ? values[tested.value] : null
  return { kind, field: on, negated, tested: { test: 'value' in tested ? { ...tested, value: 0 } : tested, value } }
}

function withoutText(meant: Meant): unknown {
  if (meant.kind === 'group') return { ...meant, terms: meant.terms.map(withoutText) }
  const { test: tested, value } = meant.tested
  return { ...meant, tested: { test: tested, value } }
}

describe('parsing reverses printing', () => {
  test('for any tree of conditions', () => {
    fc.assert(
      fc.property(tree, ({ meant, printed }) => {
        const [, key, value] = /^((?:not\.)?(?:and|or))(\([\s\S]*)$/.exec(printed) ?? []
        const query = readQuery(`${key}=${encodeURIComponent(value ?? '')}`, false)
        expect(query.conditions).toHaveLength(1)
        expect(query.conditions[0]?.path).toEqual([])
        expect(asMeant(query.conditions[0]?.condition as LogicGroup, query.values)).toEqual(withoutText(meant))
      }),
      { numRuns: 1500 },
    )
  })

  test('for any column filter, whose value needs no quotes', () => {
    fc.assert(
      fc.property(leaf, fc.array(printedName, { maxLength: 3 }), ({ meant, on, operator }, path) => {
        const last = /[^.]*$/.exec(on)?.[0] ?? ''
        fc.pre(!['select', 'columns', 'on_conflict'].includes(on) && !/^(order|limit|offset|and|or)$/.test(last))
        const key = [...path.map(({ printed }) => printed), on].join('.')
        const raw = meant.tested.test.kind === 'in' ? '' : (meant.tested.value ?? '')
        const query = readQuery(`${encodeURIComponent(key)}=${encodeURIComponent(operator + raw)}`, false)
        expect(query.conditions).toHaveLength(1)
        expect(query.conditions[0]?.path).toEqual(path.map(({ text }) => text))
        expect(asMeant(query.conditions[0]?.condition as Comparison, query.values)).toEqual(withoutText(meant))
      }),
      { numRuns: 1500 },
    )
  })

  test('for any field with a JSON path', () => {
    fc.assert(
      fc.property(field, ({ field: meant, printed }) => {
        const scanner = new Scanner(printed, 'field')
        expect(parseField(scanner)).toEqual(meant)
        scanner.expectEnd()
      }),
      { numRuns: 1500 },
    )
  })

  test('two trees share a shape exactly when they differ only in values', () => {
    const shapeOf = (printed: string) => {
      const [, key, value] = /^((?:not\.)?(?:and|or))(\([\s\S]*)$/.exec(printed) ?? []
      return readQuery(`${key}=${encodeURIComponent(value ?? '')}`, false).shape
    }
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const same = JSON.stringify(withoutValues(one.meant)) === JSON.stringify(withoutValues(other.meant))
        expect(shapeOf(one.printed) === shapeOf(other.printed)).toBe(same)
      }),
      { numRuns: 500 },
    )
  })
})

function withoutValues(meant: Meant): unknown {
  if (meant.kind === 'group') return { ...meant, terms: meant.terms.map(withoutValues) }
  return { ...meant, tested: meant.tested.test }
}
