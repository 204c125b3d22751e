import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_SENTENCES } from '../../web/src/i18n/server-sentences.ts'
import { onMarket } from './database.ts'

const WEB = join(import.meta.dirname, '../../web/src')

/** Whoever reads these writes programs: pages never send what they refuse. */
const FOR_PROGRAMS = [
  'Choose what is to be done',
  'Say why: changed_mind',
  'Say where it was sold: here',
  'Say where the fields come from as',
  'The marks are on_time',
  'Decide: approve',
  'Levels go from 0',
  'Choose what is done: allow',
  'Names in other languages are given by language',
  'Only a free ad has the price type "free"',
  'Leave the price empty when it is given on request',
  // Listed by their results.
  'This ad was %s by the moderators',
  '%s can %s %s.',
  '"%s" cannot be part of a saved search.',
  '"%s" makes no sense in this search.',
]

const isForPrograms = (sentence: string) => FOR_PROGRAMS.some((beginning) => sentence.startsWith(beginning))

/** The sentences that a function may refuse with (PT4xx), as they stand in its body. */
function refusalsIn(body: string): string[] {
  return [...body.matchAll(/raise exception\s+using\s+errcode\s*=\s*'PT4\d\d'\s*,\s*message\s*=([\s\S]*?);/gi)].flatMap(
    ([, rest = '']) => {
      const message = rest.split(/\b(?:detail|hint)\s*=/)[0] ?? ''
      // What is put together by || is listed by its results.
      return [...message.matchAll(/'((?:[^']|'')*)'(?!\s*\|\|)/g)]
        .filter(({ index }) => !/\|\|\s*[\w.]*\s*$/.test(message.slice(0, index)))
        .map(([, text = '']) => text.replaceAll("''", "'"))
        .filter((text) => /^[A-Z“"].*\s.*\s.*[.?]$/.test(text) || /%s.*\s.*%s/.test(text))
    },
  )
}

/** The English sentences that pages know how to say in other languages; what is filled in stands as %s. */
function known(): Set<string> {
  const files = ['i18n/said-elsewhere.ts', 'features/admin/said-by-server.ts']
  const lists = files.map((file) => readFileSync(join(WEB, file), 'utf8')).join('\n')
  const plain = [...lists.matchAll(/\bt\((['"])(.*?)\1\)/g)].map(([, , message = '']) => message)
  const elsewhere = readdirSync(join(WEB, 'i18n/catalogues'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'de.json')
    .flatMap(({ parentPath, name }) => Object.keys(JSON.parse(readFileSync(join(parentPath, name), 'utf8'))))
  return new Set([...plain, ...elsewhere, ...SERVER_SENTENCES.map((sentence) => sentence.replace(/\{\w+\}/g, '%s'))])
}

test('every sentence that the database refuses people with is known to the pages in each language', () =>
  onMarket(async ({ owner }) => {
    const functions = await owner<{ body: string }[]>`
      select prosrc as body from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~* 'raise exception'`
    const said = [...new Set(functions.flatMap(({ body }) => refusalsIn(body)))]
    expect(said.length).toBeGreaterThan(150)
    const sentences = known()
    expect(said.filter((sentence) => !sentences.has(sentence) && !isForPrograms(sentence))).toEqual([])
  }))

test('so is every sentence about what is wrong with an ad, which its functions answer with', () =>
  onMarket(async ({ owner }) => {
    // Bodies of the SQL standard are kept as trees: only their definition reads as text.
    const functions = await owner<{ body: string }[]>`
      select pg_get_functiondef(oid) as body from pg_proc
      where pronamespace = 'private'::regnamespace and prokind = 'f' and proname ~ '_problem$'`
    const said = functions.flatMap(({ body }) =>
      [...body.matchAll(/'((?:[^']|'')*)'/g)]
        .map(([, text = '']) => text.replaceAll("''", "'"))
        .filter((text) => /^[A-Z“].*\s.*[.]$/.test(text)),
    )
    expect(said.length).toBeGreaterThan(30)
    const sentences = known()
    expect(said.filter((sentence) => !sentences.has(sentence) && !isForPrograms(sentence))).toEqual([])
  }))
