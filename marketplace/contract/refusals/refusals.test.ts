import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partsOf } from '../words/message-parts.ts'
import { messagesOf } from '../words/translator.ts'
import { explainRefusal, isRefusal } from './explain.ts'
import { REFUSALS, type RefusalCode } from './table.ts'

const MARKETPLACE = join(import.meta.dirname, '../..')
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(MARKETPLACE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.|\bdist\b/.test(file))
    .map((file) => ({ file, text: readFileSync(join(MARKETPLACE, folder, file), 'utf8') }))

const schemas = filesIn('database/schemas', /\.sql$/)
const codes = Object.keys(REFUSALS) as RefusalCode[]
const english = messagesOf('en')

/** Refusals in SQL, each with its parameters: by `raise`, by private.refuse_if(), or as a problem that private.refuse() raises. */
const RAISED = /raise exception using errcode = '(SK\w+)', message = '([^']*)'(?:[^;']|'[^']*')*;/g
const REFUSED = /private\.refuse_if\((?:[^;']|'[^']*')*?'(SK\w{3})', '([^']*)'(?:[^;']|'[^']*')*;/g
const PROBLEM = /private\.problem\('(SK\w+)', '([^']*)'/g
const raised = schemas.flatMap(({ file, text }) => [
  ...[...text.matchAll(RAISED), ...text.matchAll(REFUSED)].map(([statement, code = '', name = '']) => ({
    file,
    statement,
    code,
    name,
  })),
  ...[...text.matchAll(PROBLEM)].map(({ index, 1: code = '', 2: name = '' }) => {
    return { file, statement: callAt(text, index), code, name }
  }),
])

/** The call that starts here, up to its closing parenthesis. */
function callAt(text: string, start: number): string {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') open += 1
    else if (text[at] === ')' && --open === 0) return text.slice(start, at + 1)
  }
  throw new Error('a call without an end')
}

/** Standard PostgreSQL codes: insufficient privilege, invalid parameter value, feature not supported. */
const STANDARD = ['42501', '22023', '0A000']

test('every code that SQL raises is in the table, under the same name', () => {
  expect(raised.length).toBeGreaterThan(300)
  expect(raised.filter(({ code, name }) => !isRefusal(code) || REFUSALS[code][1] !== name)).toEqual([])
})

test('SQL raises nothing else: no free text, and no unlisted code', () => {
  const statements = schemas.flatMap(({ file, text }) =>
    [...text.matchAll(/raise exception\s((?:[^;']|'[^']*')*);/g)].map(([, rest = '']) => ({ file, rest })),
  )
  const others = statements.filter(
    ({ rest }) => !/errcode = ('SK\w{3}', message = '[a-z_]+'|problem ->> 'code'|code, message = name)/.test(rest),
  )
  expect(others.filter(({ rest }) => !STANDARD.some((code) => rest.includes(`'${code}'`)))).toEqual([])
})

test('SQL contains no messages for users: only codes with parameters', () => {
  /** Except comments, and text for programs and logs. */
  const aside = /--.*|comment on\s(?:[^;']|'[^']*')*;|raise (?:exception|warning)\s(?:[^;']|'[^']*')*;/g
  const sentences = schemas.flatMap(({ file, text }) =>
    [...text.replaceAll(aside, '').matchAll(/'[A-Z][\p{L}’-]*:? [\p{L}’“”]*[^'\n]*'/gu)].map(
      ([literal]) => `${file}: ${literal}`,
    ),
  )
  // Account names, which their owners or the pages replace.
  const names = ["account/functions/leaving.sql: 'Deleted account'", "profiles/functions/profiles.sql: 'Member '"]
  expect(sentences).toEqual(names)
})

test('SQL passes each refusal the parameters that its message needs', () => {
  const missing = raised.flatMap(({ file, statement, code, name }) =>
    isRefusal(code)
      ? partsOf(english[`refusals.${code}`] ?? '')
          .filter((part) => !statement.includes(`'${part}'`) && !statement.includes(`"${part}"`))
          // Waiting times come from private.wait_until(), a detail's name from where it is checked.
          .filter((part) => !(name === 'rate_limited' && ['hours', 'minutes'].includes(part)))
          .filter((part) => !(name.endsWith('_in_text') && part === 'name'))
          .map((part) => `${file}: ${code} ${name}: ${part}`)
      : [],
  )
  expect(missing).toEqual([])
})

test('every code of the table is used, and names are unique', () => {
  const program = [...filesIn('contract', /\.ts$/), ...filesIn('functions', /\.ts$/)]
    .filter(({ file }) => !file.startsWith('refusals'))
    .map(({ text }) => text)
    .join('\n')
  const inSql = new Set(raised.map(({ code }) => code))
  expect(codes.filter((code) => !inSql.has(code) && !program.includes(`'${code}'`))).toEqual([])
  expect(new Set(codes.map((code) => REFUSALS[code][1])).size).toBe(codes.length)
})

test('every code has a message, and every message a code', () => {
  const said = Object.keys(english).filter((id) => id.startsWith('refusals.'))
  expect(said.sort()).toEqual(codes.map((code) => `refusals.${code}`).sort())
})

test('explainRefusal() gives the English message with parameters, and the status of the table', () => {
  const details = '{"amount": {"minor": 12800, "currency": "JPY"}}'
  expect(explainRefusal('SK351', details)).toEqual({
    status: 422,
    message: 'The asking price is ¥12,800. Offer that or less.',
  })
  expect(explainRefusal('23505', null)).toBeNull()
})
