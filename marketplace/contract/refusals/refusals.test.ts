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

/** What SQL refuses with: by `raise`, or as a problem that private.refuse() raises; each with all that it is given. */
const RAISED = /raise exception using errcode = '(SK\w+)', message = '([^']*)'(?:[^;']|'[^']*')*;/g
const PROBLEM = /private\.problem\('(SK\w+)', '([^']*)'/g
const raised = schemas.flatMap(({ file, text }) => [
  ...[...text.matchAll(RAISED)].map(([statement, code = '', name = '']) => ({ file, statement, code, name })),
  ...[...text.matchAll(PROBLEM)].map(({ index, 1: code = '', 2: name = '' }) => {
    return { file, statement: callAt(text, index), code, name }
  }),
])

/** The call that begins there, to its closing bracket. */
function callAt(text: string, start: number): string {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') open += 1
    else if (text[at] === ')' && --open === 0) return text.slice(start, at + 1)
  }
  throw new Error('a call without an end')
}

/** Codes that PostgreSQL itself has a meaning for: want of rights, a parameter that cannot be read. */
const STANDARD = ['42501', '22023']

test('whatever SQL raises has a code of the table, under its name there', () => {
  expect(raised.length).toBeGreaterThan(300)
  expect(raised.filter(({ code, name }) => !isRefusal(code) || REFUSALS[code][1] !== name)).toEqual([])
})

test('SQL raises nothing else: no sentence, and no code that nobody listed', () => {
  const statements = schemas.flatMap(({ file, text }) =>
    [...text.matchAll(/raise exception\s((?:[^;']|'[^']*')*);/g)].map(([, rest = '']) => ({ file, rest })),
  )
  const others = statements.filter(
    ({ rest }) => !/errcode = ('SK\w{3}', message = '[a-z_]+'|problem ->> 'code')/.test(rest),
  )
  // The cursor's own exception is caught where it is raised.
  expect(others.filter(({ rest }) => !STANDARD.some((code) => rest.includes(`'${code}'`)))).toEqual([
    expect.objectContaining({ rest: "'cursor of another search'" }),
  ])
})

test('SQL writes no sentence that people read: what it tells is a code with parameters', () => {
  /** Comments, and what only programs and logs read. */
  const aside =
    /--.*|comment on\s(?:[^;']|'[^']*')*;|raise (?:exception|warning)\s(?:[^;']|'[^']*')*;|search_error\([^;]*;/g
  const sentences = schemas.flatMap(({ file, text }) =>
    [...text.replaceAll(aside, '').matchAll(/'[A-Z][\p{L}’-]*:? [\p{L}’“”]*[^'\n]*'/gu)].map(
      ([literal]) => `${file}: ${literal}`,
    ),
  )
  // Names of accounts, which their owners or the pages replace.
  const names = ["account/functions/leaving.sql: 'Deleted account'", "profiles/functions/profiles.sql: 'Member '"]
  expect(sentences).toEqual(names)
})

test('SQL gives each refusal the parameters that its sentence names', () => {
  const missing = raised.flatMap(({ file, statement, code, name }) =>
    isRefusal(code)
      ? partsOf(english[`refusals.${code}`] ?? '')
          .filter((part) => !statement.includes(`'${part}'`) && !statement.includes(`"${part}"`))
          // Of what waits: private.wait_until(). Of a detail: set where it is judged.
          .filter((part) => !(name === 'rate_limited' && ['hours', 'minutes'].includes(part)))
          .filter((part) => !(name.endsWith('_in_text') && part === 'name'))
          .map((part) => `${file}: ${code} ${name}: ${part}`)
      : [],
  )
  expect(missing).toEqual([])
})

test('every code of the table is used, and no two share a name', () => {
  const program = [...filesIn('contract', /\.ts$/), ...filesIn('functions', /\.ts$/)]
    .filter(({ file }) => !file.startsWith('refusals'))
    .map(({ text }) => text)
    .join('\n')
  const inSql = new Set(raised.map(({ code }) => code))
  expect(codes.filter((code) => !inSql.has(code) && !program.includes(`'${code}'`))).toEqual([])
  expect(new Set(codes.map((code) => REFUSALS[code][1])).size).toBe(codes.length)
})

test('every code of the table has a sentence, and no sentence is without a code', () => {
  const said = Object.keys(english).filter((id) => id.startsWith('refusals.'))
  expect(said.sort()).toEqual(codes.map((code) => `refusals.${code}`).sort())
})

test('a program reads the sentence in English, with its parameters, and the status of the table', () => {
  const details = '{"amount": {"minor": 12800, "currency": "JPY"}}'
  expect(explainRefusal('SK351', details)).toEqual({
    status: 422,
    message: 'The asking price is ¥12,800. Offer that or less.',
  })
  expect(explainRefusal('23505', null)).toBeNull()
})
