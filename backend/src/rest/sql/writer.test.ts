import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteIdentifier, quoteLiteral, SqlWriter } from './writer.ts'

test('an identifier cannot break out of its quotes', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(quoteIdentifier(name).slice(1, -1).replaceAll('""', '')).not.toContain('"')
    }),
  )
  expect(quoteIdentifier('a"; drop table b; --')).toBe('"a""; drop table b; --"')
})

test('a literal cannot break out of its quotes, with any setting for backslashes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const literal = quoteLiteral(text).trim()
      const body = literal.slice(literal.startsWith('E') ? 2 : 1, -1)
      expect(body.replaceAll("''", '').replaceAll('\\\\', '')).not.toMatch(/['\\]/)
    }),
  )
  expect(quoteLiteral("it's")).toBe("'it''s'")
  expect(quoteLiteral("\\' or 1=1")).toBe(" E'\\\\'' or 1=1'")
})

test('a value used twice is one parameter', () => {
  const writer = new SqlWriter()
  expect([writer.param(4), writer.param(2), writer.param(4)]).toEqual(['$1', '$2', '$1'])
  expect(writer.slots).toEqual([4, 2])
})
