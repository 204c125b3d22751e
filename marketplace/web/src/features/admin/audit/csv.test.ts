import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells with commas, quotes and line breaks survive a round trip', () => {
  expect(
    csvOf([
      ['a', 'b,c'],
      ['say "hi"', 'two\nlines'],
    ]),
  ).toBe('\uFEFFa,"b,c"\r\n"say ""hi""","two\nlines"\r\n')
})

test.each(['=1+1', '+351', '-2', '@cell'])('%s is not run as a formula', (cell) => {
  expect(csvOf([[cell]])).toBe(`\uFEFF'${cell}\r\n`)
})
