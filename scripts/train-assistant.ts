import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readHelp } from '../marketplace/contract/help/read-help.ts'
import { LANGUAGES, type Language } from '../marketplace/contract/languages.ts'
import { BUCKETS, featuresOf, wordsOf } from '../marketplace/functions/ai-support-assistant/understand/features.ts'
import { packWeights, type Weights } from '../marketplace/functions/ai-support-assistant/understand/weights.ts'
import { seeded } from './seeded.ts'

/**
 * Trains the assistant's classifier: softmax regression over parts of words, one row of weights for each intent and each language.
 * `node scripts/train-assistant.ts` writes the weights; `--folds 5` only prints the cross-validated accuracy, mean over the folds.
 * The training data are the utterances and the help articles.
 */
const FOLDER = join(import.meta.dirname, '../marketplace/functions/ai-support-assistant/understand')
const REFERENCE = join(import.meta.dirname, '../marketplace/database/reference-data')
const { values } = parseArgs({
  options: { folds: { type: 'string', default: '0' }, verbose: { type: 'boolean', default: false } },
})

interface Line {
  readonly label: string
  readonly language: Language
  readonly text: string
  /** Position among the lines of its label: translations of a line share it, so that they are held out together. */
  readonly place: number
  readonly weight: number
}

const EPOCHS = 8
const RATE = 0.25
const DECAY = 2e-6
/** The weights are the mean of those after each of the last epochs, which depends less on the order of lines. */
const AVERAGED = 4
const FILLER_LINES = 3
/** Weight of article sentences, which are less like questions than utterances are. */
const ARTICLE_WEIGHT = 0.3

/** Fixed seed, so that the same lines give the same weights. */
let random = seeded(20)
/** Filler phrases, added to training lines so that length does not matter. */
const AROUND = 'around'
const said = LANGUAGES.flatMap(({ code }) => readUtterances(code))
const spoken = said.filter(({ label }) => label !== AROUND)
const around = Map.groupBy(
  said.filter(({ label }) => label === AROUND),
  ({ language }) => language,
)
const written = LANGUAGES.flatMap(({ code }) => readArticles(code))
const things = readThings('thing')
const qualities = readThings('q')
const places = readPlaces()
const names: ReadonlySet<string> = new Set([...things.values()].flat().map((name) => wordsOf(name).join(' ')))

const folds = Number(values.folds)
if (folds > 1) crossValidate()
else writeWeights()

function writeWeights(): void {
  const weights = train([...spoken, ...written])
  const packed = packWeights(weights)
  writeFileSync(join(FOLDER, 'weights.bin'), packed)
  const digest = createHash('sha256').update(packed).digest('hex').slice(0, 12)
  console.log(`${weights.labels.length} rows, ${packed.length} bytes, ${digest}`)
}

function readUtterances(language: Language): Line[] {
  const lines: Line[] = []
  let label = ''
  let place = 0
  for (const line of readFileSync(join(FOLDER, 'utterances', `${language}.txt`), 'utf8').split('\n')) {
    const head = /^\[(.+)\]$/.exec(line)?.[1]
    if (head) [label, place] = [head, 0]
    else if (line && !line.startsWith('#')) lines.push({ label, language, text: line, place: place++, weight: 1 })
  }
  return lines
}

/** An article's title, search words and sentences. */
function readArticles(language: Language): Line[] {
  return readHelp(language).flatMap(({ id, question, keywords, answer, points = [] }) => {
    const words = keywords.split(' ')
    const parts = [question, question, ...[0, 6, 12, 18].map((from) => words.slice(from, from + 8).join(' '))]
    const texts = [...parts, ...answer, ...points].filter((text) => text !== '')
    return texts.map((text) => ({
      label: id,
      language,
      text: text.replaceAll('{brand}', 'Souk'),
      place: -1,
      weight: ARTICLE_WEIGHT,
    }))
  })
}

/** Common words of requests for an item, except names of items: removing them leaves the item. */
function fillers(): Record<string, string[]> {
  const wishes = said.filter(({ label }) => /^(?:find|still-there|sell|around|my:.*)$/.test(label))
  return Object.fromEntries(
    [...Map.groupBy(wishes, ({ language }) => language)].map(([language, lines]) => {
      const words = lines.flatMap(({ text }) => [...new Set(wordsOf(text.replaceAll(/\{\w+\}/g, ' ')))])
      const own = new Set(things.get(language))
      const often = [...Map.groupBy(words, (word) => word)].filter(([, all]) => all.length >= FILLER_LINES)
      return [
        language,
        often
          .map(([word]) => word)
          .filter((word) => !own.has(word))
          .sort(),
      ]
    }),
  )
}

/** Names of items, or words for their qualities, by language. */
function readThings(kind: 'thing' | 'q'): ReadonlyMap<string, string[]> {
  const rowsOf = (file: string) => readFileSync(join(REFERENCE, file), 'utf8').split('\n').slice(1)
  const are = new Set(
    rowsOf('013_private.things.csv').flatMap((row) => (row.split(',')[1] === kind ? [row.split(',')[0]] : [])),
  )
  const ours = readdirSync(REFERENCE)
    .filter((file) => file.endsWith('_private.thing_words.csv'))
    .flatMap(rowsOf)
    .map((row) => row.split(','))
    .filter(([phrase = '', thing = '', , source]) => source === 'souk' && phrase.length > 2 && are.has(thing))
  const phrases = Map.groupBy(ours, ([, , language = '']) => language)
  return new Map([...phrases].map(([language, all]) => [language, all.map(([phrase = '']) => phrase)]))
}

function plainQualities(): string[] {
  const all = [...qualities.values()].flat().map((name) => wordsOf(name))
  return [...new Set(all.flatMap((words) => (words.length === 1 ? words : [])))].sort()
}

function readPlaces(): string[] {
  const rows = readFileSync(join(REFERENCE, '070_private.places.csv'), 'utf8').split('\n').slice(1)
  return rows
    .map((row) => row.split(','))
    .filter((cells) => ['PT', 'ES', 'DE', 'FR', 'GB'].includes(cells[5] ?? ''))
    .map((cells) => cells[1] ?? '')
}

/** The line with its placeholders filled, sometimes with a typo or filler phrases. */
function variant({ text, language }: Line, rich: boolean): string {
  const filled = fill(text, language)
  if (!rich) return filled
  const chance = random()
  if (chance < 0.2) return slip(filled)
  if (chance < 0.45) return `${aroundIn(language)} ${filled}`
  return chance < 0.55 ? `${filled} ${aroundIn(language)}` : filled
}

function aroundIn(language: Language): string {
  return fill(pick(around.get(language) ?? []).text, language)
}

function fill(text: string, language: Language): string {
  const amount = pick(['20', '35', '50', '80', '100', '150', '200', '400'])
  return text
    .replaceAll('{item}', () => itemIn(language))
    .replaceAll('{place}', () => pick(places))
    .replaceAll('{price}', pick([`${amount} euros`, `${amount}€`, `${amount} €`, `€${amount}`, `${amount} euro`]))
    .replaceAll('{size}', () => pick(['S', 'M', 'L', '38', '40', '42', '104']))
}

/** One in three has a colour, an age or a similar quality. */
function itemIn(language: Language): string {
  const item = pick(things.get(language) ?? [])
  return random() < 0.3 ? `${item} ${pick(qualities.get(language) ?? [])}` : item
}

/** A typo: two letters swapped, or one omitted. */
function slip(text: string): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  return random() < 0.5
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
}

function train(lines: readonly Line[]): Weights {
  random = seeded(20)
  const intents = [...new Set(lines.map(({ label }) => label))].sort()
  const languages = LANGUAGES.map(({ code }) => code)
  const columns = intents.length + languages.length
  const table = new Float32Array((BUCKETS + 1) * columns)
  const squares = new Float32Array((BUCKETS + 1) * columns).fill(1e-2)
  const scores = new Float32Array(columns)
  const mean = new Float32Array(table.length)
  const often = lines.flatMap((line) => (line.text.includes('{item}') ? [line, line, line] : [line]))
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const line of shuffled(often)) {
      const features = featuresOf(variant(line, true), names)
      const size = 1 / Math.sqrt(features.length || 1)
      score(table, columns, features, scores)
      const wanted = [intents.indexOf(line.label), intents.length + languages.indexOf(line.language)]
      softmax(scores.subarray(0, intents.length))
      softmax(scores.subarray(intents.length))
      for (const at of wanted) scores[at] = (scores[at] ?? 0) - 1
      // Nearly all columns have a probability close to zero.
      const moved = [...scores.keys()].filter((column) => Math.abs(scores[column] ?? 0) > 0.003)
      for (let feature = -1; feature < features.length; feature++) {
        const from = (feature < 0 ? BUCKETS : (features[feature] ?? 0)) * columns
        for (const column of moved) {
          const at = from + column
          const slope = (scores[column] ?? 0) * size * line.weight + DECAY * (table[at] ?? 0)
          const square = (squares[at] ?? 0) + slope * slope
          squares[at] = square
          table[at] = (table[at] ?? 0) - (RATE * slope) / Math.sqrt(square)
        }
      }
    }
    if (epoch >= EPOCHS - AVERAGED)
      for (let at = 0; at < table.length; at++) mean[at] = (mean[at] ?? 0) + (table[at] ?? 0) / AVERAGED
  }
  return {
    labels: [...intents, ...languages.map((code) => `language ${code}`)],
    fillers: fillers(),
    things: [...names].sort(),
    qualities: plainQualities(),
    table: mean,
  }
}

function score(table: Float32Array, columns: number, features: Int32Array, scores: Float32Array): void {
  const size = 1 / Math.sqrt(features.length || 1)
  for (let column = 0; column < columns; column++) scores[column] = (table[BUCKETS * columns + column] ?? 0) * size
  for (const feature of features)
    for (let column = 0; column < columns; column++)
      scores[column] = (scores[column] ?? 0) + (table[feature * columns + column] ?? 0) * size
}

function softmax(scores: Float32Array): void {
  const most = Math.max(...scores)
  let sum = 0
  for (let at = 0; at < scores.length; at++) sum += scores[at] = Math.exp((scores[at] ?? 0) - most)
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) / sum
}

/** Held-out accuracy of the label, of the top three labels and of the language, mean over the folds. */
function crossValidate(): void {
  const results: { line: Line; best: string[]; language: string; sure: number }[] = []
  for (let fold = 0; fold < folds; fold++) {
    const { labels, table } = train([...spoken.filter(({ place }) => place % folds !== fold), ...written])
    const scores = new Float32Array(labels.length)
    const intents = labels.length - LANGUAGES.length
    for (const line of spoken.filter(({ place }) => place % folds === fold)) {
      score(table, labels.length, featuresOf(variant(line, false), names), scores)
      const ranked = (from: number, to?: number) =>
        [...scores.subarray(from, to)]
          .map((value, at) => [labels[from + at] ?? '', value] as const)
          .sort((a, b) => b[1] - a[1])
      const [language] = ranked(intents)
      softmax(scores.subarray(0, intents))
      const best = ranked(0, intents)
      results.push({
        line,
        best: best.slice(0, 3).map(([label]) => label),
        language: language?.[0] ?? '',
        sure: best[0]?.[1] ?? 0,
      })
    }
  }
  const kindOf = ({ label }: Line) =>
    label.includes(':')
      ? label.replace(/:.*/, '')
      : ['find', 'sell', 'still-there', 'person', 'misuse', 'other', 'gibberish'].includes(label)
        ? label
        : 'article'
  const say = (name: string, part: typeof results) => {
    const share = (is: (one: (typeof results)[number]) => boolean) => (part.filter(is).length / part.length).toFixed(3)
    console.log(
      `${name.padEnd(12)} ${String(part.length).padStart(5)}  first ${share(({ line, best }) => best[0] === line.label)}  kind ${share(({ line, best }) => kindOf({ ...line, label: best[0] ?? '' }) === kindOf(line))}  of three ${share(({ line, best }) => best.includes(line.label))}  language ${share(({ line, language }) => language === `language ${line.language}`)}`,
    )
  }
  for (const [kind, part] of Map.groupBy(results, ({ line }) => kindOf(line))) say(kind, part)
  for (const [language, part] of Map.groupBy(results, ({ line }) => line.language)) say(language, part)
  say('all', results)
  if (values.verbose)
    for (const { line, best, sure } of results)
      if (best[0] !== line.label) console.log(`${line.label} > ${best.join(' ')} ${sure.toFixed(2)} | ${line.text}`)
}

function shuffled<T>(all: readonly T[]): T[] {
  const copy = [...all]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = copy[at]
    if (held !== undefined) [copy[at], copy[other]] = [copy[other] ?? held, held]
  }
  return copy
}

function pick<T>(all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('no candidates')
  return one
}
