import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { targetOf } from './api-request.ts'
import { negotiate } from './media-type.ts'
import { parseOrder } from './order.ts'
import { NO_PREFERENCES, readPreferences } from './preferences.ts'
import { readQuery } from './query.ts'
import { parseSelect } from './select.ts'

/** Runs a parser on any input; it may only throw a RestError with a 4xx status. */
function refusesPolitely(parse: () => unknown): void {
  try {
    parse()
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    expect(error.status).toBeGreaterThanOrEqual(400)
    expect(error.status).toBeLessThan(500)
  }
}

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'select',
        '=',
        '&',
        '(',
        ')',
        ',',
        '.',
        ':',
        '::',
        '->',
        '->>',
        '"',
        '\\',
        '!',
        '...',
        '*',
        'not',
        'and',
        'or',
        'in',
        'eq',
        'is',
        'null',
        '{',
        '}',
        '%',
        '%2',
        '%ff',
        '+',
        '-',
        '1',
        ' ',
        '\0',
        'order',
        'limit',
        'é',
      ),
    )
    .map((parts) => parts.join('')),
) // prettier-ignore

describe('the grammar', () => {
  test('throws only its own errors, whatever the input', () => {
    fc.assert(
      fc.property(noise, noise, (left, right) => {
        refusesPolitely(() => readQuery(left, false))
        refusesPolitely(() => readQuery(`${left}=${right}`, true))
        refusesPolitely(() => readQuery(`id=eq.${right}&or=(${left})&select=${right}&order=${left}`, false))
        refusesPolitely(() => parseSelect(left))
        refusesPolitely(() => parseOrder(left))
        refusesPolitely(() => targetOf(`/${left}`))
        refusesPolitely(() => negotiate(left))
        refusesPolitely(() => readPreferences(left))
      }),
      { numRuns: 2000 },
    )
  })

  test('ignores preferences named like properties of every object', () => {
    for (const name of ['toString', 'constructor', '__proto__']) {
      expect(readPreferences(`${name}=1, count=exact`)).toEqual({ ...NO_PREFERENCES, count: 'exact' })
      expect(() => readPreferences(`handling=strict, ${name}=1`)).toThrow('handling=strict')
    }
  })

  test('parses deep nesting without a stack overflow', () => {
    refusesPolitely(() => parseSelect(`${'a('.repeat(20_000)}id${')'.repeat(20_000)}`))
    refusesPolitely(() => readQuery(`or=${'(or'.repeat(20_000)}`, false))
  })

  test('keeps values out of the shape', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const shape = (value: string) => {
          const { shape, values } = readQuery(`title=eq.${encodeURIComponent(value)}&or=(a.eq.1,b.gt.2)`, false)
          expect(values[0]).toBe(value)
          return shape
        }
        fc.pre(!left.includes('\0') && !right.includes('\0'))
        expect(shape(left)).toBe(shape(right))
      }),
    )
  })

  test('gives requests that differ in more than values different shapes', () => {
    const queries = [
      'a=eq.1',
      'a=gt.1',
      'a=not.eq.1',
      'b=eq.1',
      'a=is.null',
      'a=is.true',
      'or=(a.eq.1)',
      'and=(a.eq.1)',
      'a=in.(1)',
      'a=eq(any).1',
      'e.a=eq.1',
      'order=a',
      'order=b',
      'a->b=eq.1',
      'a->>b=eq.1',
      'a=fts.1',
      'a=fts(english).1',
    ] // prettier-ignore
    expect(new Set(queries.map((query) => readQuery(query, false).shape)).size).toBe(queries.length)
  })
})

describe('select', () => {
  test('parses aliases, casts, paths, aggregates and embeds', () => {
    expect(parseSelect('a,b:c::int,d->e->>0,f.sum()::text, ...g!h!inner(*),i:j(k(l))')).toMatchObject([
      { kind: 'field', field: { name: 'a', path: [] }, alias: null, cast: null },
      { alias: 'b', field: { name: 'c' }, cast: 'int' },
      {
        field: {
          name: 'd',
          path: [
            { text: false, key: 'e' },
            { text: true, key: 0 },
          ],
        },
      },
      { field: { name: 'f' }, aggregate: { name: 'sum', cast: 'text' } },
      { kind: 'embed', relation: 'g', hint: 'h', inner: true, spread: true, items: [{ kind: 'star' }] },
      { kind: 'embed', relation: 'j', alias: 'i', items: [{ kind: 'embed', relation: 'k' }] },
    ])
  })

  test('accepts quoted names, dashes and Unicode', () => {
    expect(parseSelect('"a,b":"c\\"d",my-col,größe')).toMatchObject([
      { alias: 'a,b', field: { name: 'c"d' } },
      { field: { name: 'my-col' } },
      { field: { name: 'größe' } },
    ])
  })

  test('reports where parsing stopped', () => {
    expect(() => parseSelect('a,b(')).toThrowError(
      expect.objectContaining({
        code: 'PGRST100',
        message: '"failed to parse select parameter (a,b()" (line 1, column 5)',
      }),
    )
  })
})

describe('filters', () => {
  const value = (query: string) => readQuery(query, false).values[0]

  test('an in-list becomes an array literal with every element quoted', () => {
    expect(value('a=in.(1,"b,c","d\\"e",f\\g)')).toBe('{"1","b,c","d\\"e","f\\\\g"}')
    expect(value('a=in.()')).toBe('{}')
    expect(value('a=in.("")')).toBe('{""}')
    // A half-quoted element is raw text.
    expect(value('a=in.("a"b)')).toBe('{"\\"a\\"b"}')
  })

  test('an asterisk is a wildcard only in like', () => {
    expect(value('a=like.*x*')).toBe('%x%')
    expect(value('a=eq.*x*')).toBe('*x*')
  })

  test('percent-encoding does not escape delimiters, and a plus is a space', () => {
    expect(value('a=in.(1%2C2)')).toBe('{"1","2"}')
    expect(value('a=eq.b+c')).toBe('b c')
  })

  test('quotes and braces protect commas inside a tree', () => {
    const { values } = readQuery('or=(a.eq."x,y)",b.cs.{1,2},c.in.(3,4),not.and(d.gt.5,e.is.null))', false)
    expect(values).toEqual(['x,y)', '{1,2}', '{"3","4"}', '5'])
  })

  test('over RPC GET an operator makes a filter, anything else an argument', () => {
    const query = readQuery('a=eq.1&b=5&c=is.null&d=equal.1&limit=3', true)
    expect(query.conditions).toHaveLength(2)
    expect(query.callArguments.map(({ name }) => name)).toEqual(['b', 'd'])
    expect(query.ranges.get('')?.limit).toBe(3)
  })

  test('the first order and the last limit of a level win', () => {
    const query = readQuery('order=a&order=b&limit=1&limit=2&x.limit=3&limit=no', false)
    expect(query.orders.map(({ text }) => text)).toEqual(['a'])
    expect([...query.ranges.values()].map(({ limit }) => limit)).toEqual([2, 3])
  })
})
