import { describe, expect, test } from 'vitest'
import { FilterError, parseFilter } from './filter.ts'

describe('parseFilter', () => {
  test.each([
    ['id=eq.1', [['id', 'eq', false, ['1']]]],
    ['name=not.like.%a.b%', [['name', 'like', true, ['%a.b%']]]],
    [
      'a=gte.2024-01-01,b=neq.x',
      [
        ['a', 'gte', false, ['2024-01-01']],
        ['b', 'neq', false, ['x']],
      ],
    ],
    ['id=in.(1, 2,3)', [['id', 'in', false, ['1', '2', '3']]]],
    ['t=in.("a,b","c\\"d","(e)",f)', [['t', 'in', false, ['a,b', 'c"d', '(e)', 'f']]]],
    ['t=eq."a,b=eq.c"', [['t', 'eq', false, ['a,b=eq.c']]]],
    ['t=eq.say "x"', [['t', 'eq', false, ['say "x"']]]],
    ['t=eq."back\\\\slash"', [['t', 'eq', false, ['back\\slash']]]],
    ['t=eq.', [['t', 'eq', false, ['']]]],
    ['t=is.NULL', [['t', 'is', false, ['null']]]],
    ['t=not.is.null', [['t', 'is', true, ['null']]]],
    ['t=in.()', [['t', 'in', false, []]]],
    ['t=eq.a=b', [['t', 'eq', false, ['a=b']]]],
    ['"my col"=isdistinct.7', [['my col', 'isdistinct', false, ['7']]]],
    ['  ', []],
  ])('parses %s', (text, expected) => {
    expect(parseFilter(text).map((c) => [c.column, c.operator, c.isNegated, c.operands])).toEqual(expected)
  })

  test.each([
    ['id'],
    ['id=1'],
    ['id=over.1'],
    ['=eq.1'],
    ['id=eq.1,'],
    ['t=eq.a,b'],
    ['id=in.1'],
    ['id=in.(1'],
    ['id=eq.1)'],
    ['t=eq."open'],
    ['t=is.seven'],
    [`id=in.(${Array(101).fill('1').join(',')})`],
    [`t=match.${'a'.repeat(5000)}`],
  ])('refuses %s', (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError)
    expect(() => parseFilter(text)).toThrow(/^Error parsing `filter` params: \[/)
  })
})
