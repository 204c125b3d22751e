import { expect, test } from 'vitest'
import { splitStatements } from './split-sql.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

test('semicolons in strings, comments, bodies and rules end nothing', () => {
  const statements = [
    `select 'a;b', E'c\\';d', "e;f" -- ;\n, 1`,
    'create function f() returns trigger as $body$ begin; return null; end; $body$ language plpgsql',
    'create function g() returns int begin atomic select case when true then 1 end; select 2; end',
    'create rule r as on insert to t do (delete from u; delete from v)',
    'select $1, a$b$c from "x" /* ; /* ; */ ; */ where true',
  ]
  expect(texts(`-- first;\n/* of /* all; */ ' */${statements.join(';\n\n')};`)).toEqual(statements)
})

test('statements have their line, and COPY statements their rows', () => {
  const [first, copy, last] = splitStatements(
    '-- a dump\n\\restrict abc\nselect 1;\ncopy public.t (a) from stdin;\n1;\n2\n\\.\n\nselect\n2;\n\\unrestrict abc\n',
  )
  expect(first).toEqual({ text: 'select 1', line: 3 })
  expect(copy).toEqual({ text: 'copy public.t (a) from stdin', line: 4, rows: '1;\n2\n' })
  expect(last).toEqual({ text: 'select\n2', line: 9 })
})

test('unterminated text and psql commands are reported with their line', () => {
  expect(() => splitStatements("select 1;\nselect 'a")).toThrow('line 2')
  expect(() => splitStatements('select 1;\n\\d todos')).toThrow('line 2: \\d todos is a command of psql')
})
