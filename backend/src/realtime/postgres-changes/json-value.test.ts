import { expect, test } from 'vitest'
import { type ColumnType, toJson } from './json-value.ts'

const text: ColumnType = { kind: 'text' }
const number: ColumnType = { kind: 'number' }
const pair: ColumnType = {
  kind: 'composite',
  fields: [
    { name: 'a', type: number },
    { name: 'b', type: text },
  ],
}

test.each<[ColumnType, string, string]>([
  [number, '9007199254740993', '9007199254740993'],
  [number, '-1.50', '-1.50'],
  [number, '1e+20', '1e+20'],
  [number, 'NaN', '"NaN"'],
  [number, '-Infinity', '"-Infinity"'],
  [{ kind: 'boolean' }, 't', 'true'],
  [{ kind: 'boolean' }, 'f', 'false'],
  [{ kind: 'json' }, '{"a": [1, null]}', '{"a": [1, null]}'],
  [text, 'quote " and \n line', '"quote \\" and \\n line"'],
  [{ kind: 'date' }, '2024-02-29', '"2024-02-29"'],
  [{ kind: 'timestamp' }, '2024-02-29 12:00:00.5', '"2024-02-29T12:00:00.5"'],
  [{ kind: 'timestamptz' }, '2024-02-29 12:00:00+00', '"2024-02-29T12:00:00+00:00"'],
  [{ kind: 'timestamptz' }, '2024-02-29 12:00:00.123456+05:30', '"2024-02-29T12:00:00.123456+05:30"'],
  [{ kind: 'timestamptz' }, 'infinity', '"infinity"'],
  [{ kind: 'bytes' }, '\\xdeadbeef', '"deadbeef"'],
  [{ kind: 'array', delimiter: ',', element: number }, '{}', '[]'],
  [{ kind: 'array', delimiter: ',', element: number }, '{{1,2},{3,NULL}}', '[[1,2],[3,null]]'],
  [{ kind: 'array', delimiter: ',', element: number }, '[0:1]={1,2}', '[1,2]'],
  [
    { kind: 'array', delimiter: ',', element: text },
    '{a,"b,c","NULL",NULL,"d\\"e\\\\f",""}',
    '["a","b,c","NULL",null,"d\\"e\\\\f",""]',
  ],
  [{ kind: 'array', delimiter: ';', element: text }, '{(1,1),(0,0);(3,3),(2,2)}', '["(1,1),(0,0)","(3,3),(2,2)"]'],
  [pair, '(1,"x, ""y""")', '{"a":1,"b":"x, \\"y\\""}'],
  [pair, '(,)', '{"a":null,"b":null}'],
  [pair, '(2,"")', '{"a":2,"b":""}'],
  [{ kind: 'array', delimiter: ',', element: pair }, '{"(1,\\"a b\\")",NULL}', '[{"a":1,"b":"a b"},null]'],
])('a value of type %j: %s becomes %s', (type, given, expected) => {
  expect(toJson(type, given)).toBe(expected)
  expect(() => JSON.parse(expected) as unknown).not.toThrow()
})
