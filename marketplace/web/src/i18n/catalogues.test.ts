import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/languages.ts'
import { partsOf } from '../../message-parts.ts'
import { messagesIn, plainTextsIn } from '../../messages-in.ts'
import { SERVER_SENTENCES } from './server-sentences.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../**/*.fixtures.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const catalogues = import.meta.glob<Record<string, string>>('./catalogues/**/*.json', {
  import: 'default',
  eager: true,
})

/** Parts that few people open: what only they say is in a catalogue of their own, which pages/doors.ts loads with them. */
const PARTS = {
  admin: /\/(features\/admin\/|pages\/AdminPage)/,
  legal: /\/pages\/((Terms|Privacy|Cookies)Page|TranslationNote)/,
} as const
type Part = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as Part[]

const spoken = Object.entries(sources)
const partOf = (file: string) => PART_NAMES.find((part) => PARTS[part].test(file)) ?? null
const saidBy = (part: Part | null) =>
  spoken
    .filter(([file]) => partOf(file) === part)
    .flatMap(([file, code]) => messagesIn(file, code))
    .map(({ message }) => message)
const saidEverywhere = new Set([...saidBy(null), ...SERVER_SENTENCES])
const said = new Set([...saidEverywhere, ...PART_NAMES.flatMap(saidBy)])

const languages = LANGUAGES.filter(({ code }) => code !== 'en').flatMap(({ code }) => [
  { name: code, catalogue: catalogues[`./catalogues/${code}.json`] ?? {}, wanted: saidEverywhere },
  ...PART_NAMES.map((part) => ({
    name: `${part}/${code}`,
    catalogue: catalogues[`./catalogues/${part}/${code}.json`] ?? {},
    wanted: new Set(saidBy(part).filter((message) => !saidEverywhere.has(message))),
  })),
])

test.each(languages)('$name says everything that the source says', ({ catalogue, wanted }) => {
  expect([...wanted].filter((message) => !catalogue[message]?.trim())).toEqual([])
})

test.each(languages)('$name keeps nothing that the source no longer says', ({ catalogue, wanted }) => {
  expect(Object.keys(catalogue).filter((message) => !wanted.has(message))).toEqual([])
})

test.each(languages)('$name fills the placeholders and elements of every message, and no others', ({ catalogue }) => {
  const differing = Object.entries(catalogue).filter(
    ([message, translation]) => partsOf(message).join() !== partsOf(translation).join(),
  )
  expect(differing).toEqual([])
})

test('every message compiles', () => {
  for (const message of said) expect(() => compileMessageOrThrow(message), message).not.toThrow()
})

test('no text is shown past the catalogue', () => {
  const plain = spoken.flatMap(([file, code]) => plainTextsIn(file, code).map((text) => `${file}: ${text}`))
  expect(plain.filter((text) => !NAMES.some((name) => text.endsWith(`: ${name}`)))).toEqual([])
})

/** Names of things, which are the same in every language. */
const NAMES = ['OpenStreetMap', 'GeoNames', 'Natural Earth']

test('the checks see what they are for', () => {
  expect(partsOf('{count, plural, one {# ad of {name}} other {# ads}} at <0>home</0>')).toEqual([
    '<0>',
    'count',
    'name',
  ])
  expect(messagesIn('a.tsx', "const a = t('One {thing}', { thing }) + other('Two')")).toMatchObject([
    { message: 'One {thing}', hasValues: true },
  ])
  expect(plainTextsIn('a.tsx', '<p title="Seen">{t("Said")} and &nbsp; <b>plain</b></p>')).toEqual([
    'Seen',
    'and',
    'plain',
  ])
})
