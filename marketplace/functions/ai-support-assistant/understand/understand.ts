import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, offeredLanguages } from '../../../contract/languages.ts'
import { BUCKETS, featuresOf, type Things, thingsAmong, wordsOf } from './features.ts'
import { unpackWeights } from './weights.ts'

/** Intents with their likelihoods, which sum to 1. Articles by id, all others as named in the training utterances. */
export type Intents = ReadonlyMap<string, number>

const { labels, fillers, scale, rows, ...known } = unpackWeights(readFileSync(join(import.meta.dirname, 'weights.bin')))
const THINGS: Things = new Set(known.things)
const QUALITIES: ReadonlySet<string> = new Set(known.qualities)
const INTENTS = labels.filter((label) => !label.startsWith('language '))
const FILLERS = new Map(Object.entries(fillers).map(([language, words]) => [language, new Set(words)]))
/** Minimum likelihood for the language of a message to override that of the page; higher for short messages. */
const PLAINLY = { words: 3, long: 0.7, short: 0.93 }

/** Likelihoods of the intents: the mean of the whole message and its most telling sentence, so that a long story doesn't hide it. */
export function intentsOf(message: string): Intents {
  const whole = likelihoods(message)
  const sentences = message.split(/[.!?\n]+\s|\n/).filter((sentence) => wordsOf(sentence).length > 2)
  const each = sentences.length > 1 ? sentences.slice(0, 12).map(likelihoods) : []
  const telling = each.toSorted((a, b) => strengthOf(b) - strengthOf(a))[0]
  return new Map(INTENTS.map((label, at) => [label, ((whole[at] ?? 0) + (telling?.[at] ?? whole[at] ?? 0)) / 2]))
}

/** The language of a message if it is clear, else that of the page; also of the page if most of its common words are. */
export function languageOfMessage(message: string, page: Language): Language {
  const scores = scoresOf(message).subarray(INTENTS.length)
  const [best] = [...softmax(scores)]
    .map((likely, at) => ({ code: labels[INTENTS.length + at]?.replace('language ', ''), likely }))
    .sort((a, b) => b.likely - a.likely)
  const words = wordsOf(message)
  const isLong = words.length >= PLAINLY.words
  if (!best || best.likely < (isLong ? PLAINLY.long : PLAINLY.short)) return page
  const common = (language?: string) => words.filter((word) => FILLERS.get(language ?? '')?.has(word)).length
  if (common(page) > common(best.code)) return page
  return offeredLanguages().find(({ code }) => code === best.code)?.code ?? page
}

/** Words that introduce what an item is for: "a desk for my daughter". */
const PURPOSE = /^(?:for|für|fürs|zum|zur|pour|para|pra)$/iu
/** Minimum number of another language's filler words for them to count too: users mix languages. */
const MIXED_IN = 2

/** A longer run tells a story; of it only the thing counts. */
const LONGEST_NAME = 4

/** A run of words in a wish that may name an item. */
interface Run {
  readonly words: readonly string[]
  readonly isPurpose: boolean
  /** The known thing among the words and simpler names of it. */
  readonly things: readonly string[]
}

/** What a wish may name: runs of words without its filler words. */
export interface Named {
  /** The first thing that is known, unless it is only what the item is for; else the longest run, or ''. */
  readonly item: string
  readonly others: readonly string[]
  /** The known thing in the item, without what it is like, then simpler names of it: "standing lamp", "lamp". */
  readonly things: readonly string[]
  /** Nothing but the item is said. */
  readonly isAll: boolean
}

export function namedIn(wish: string, language: Language): Named {
  const runs = runsOf(wish, language)
  const thing = runs.find((run) => run.things.length > 0 && !run.isPurpose)
  const purpose = thing ? -1 : runs.findIndex((run) => run.things.length > 0)
  // "A screen for my computer" names the screen, even if only computers are known.
  const told = thing ?? runs[purpose - 1] ?? runs[purpose]
  const byLength = runs.toSorted((a, b) => b.words.length - a.words.length)
  const [first, ...others] = told ? [told, ...byLength.filter((run) => run !== told)] : byLength
  const textOf = ({ words }: Run) => words.join(' ')
  const item = first ? textOf(first) : ''
  const isAll = wordsOf(item).length === wordsOf(wish).length
  return { item, others: others.map(textOf), things: thing?.things ?? [], isAll }
}

/** Whether all that a message says is what a thing is like: "in grey?". */
export function isQuality(message: string, language: Language): boolean {
  const runs = runsOf(message, language)
  return runs.length > 0 && runs.every(({ words }) => words.every((word) => QUALITIES.has(wordsOf(word).join(' '))))
}

/** The item that a wish names, or ''. */
export const itemOf = (wish: string, language: Language): string => namedIn(wish, language).item

function runsOf(wish: string, language: Language): Run[] {
  const isFiller = fillersOf(wish, language)
  return wish.split(/[^\p{L}\p{M}\d\s'’-]+/u).flatMap((part) => {
    const words = part.match(/[\p{L}\p{M}\d][\p{L}\p{M}\d-]*/gu) ?? []
    // A single filler inside a name is kept, as in "plancha de pelo".
    const isBreak = (at: number) =>
      isFiller(words[at] ?? '') && (at === 0 || isFiller(words[at - 1] ?? '') || isFiller(words[at + 1] ?? 'de'))
    const runs: Run[] = []
    for (let from = 0; from < words.length; from++) {
      let to = from
      while (to < words.length && !isBreak(to)) to++
      const before = words.slice(words.slice(0, from).findLastIndex((word) => !isFiller(word)) + 1, from)
      const run = trimmed(words.slice(from, to), isFiller)
      if (run.length > 0) runs.push({ ...withoutStory(run), isPurpose: before.some((word) => PURPOSE.test(word)) })
      from = to
    }
    return runs
  })
}

function withoutStory(run: readonly string[]): Pick<Run, 'words' | 'things'> {
  const plain = run.map((word) => wordsOf(word).join(' '))
  const [found] = thingsAmong(plain, THINGS)
  if (!found) return { words: run, things: [] }
  const name = run.slice(found.from, found.to)
  const simpler = name.filter((_, at) => name.length > 1 && THINGS.has(plain[found.from + at] ?? ''))
  return { words: run.length > LONGEST_NAME ? name : run, things: [name.join(' '), ...simpler] }
}

/** Whether a word is a filler in the language of the wish, or in another that is mixed in. */
function fillersOf(wish: string, language: Language): (word: string) => boolean {
  const own = FILLERS.get(language)
  const foreign = wordsOf(wish).filter((word) => !own?.has(word))
  const mixedIn = [...FILLERS.values()].filter((words) => foreign.filter((word) => words.has(word)).length >= MIXED_IN)
  return (word) => {
    const plain = wordsOf(word).join(' ')
    return (own?.has(plain) ?? false) || mixedIn.some((words) => words.has(plain))
  }
}

function trimmed(run: readonly string[], isFiller: (word: string) => boolean): string[] {
  const from = run.findIndex((word) => !isFiller(word))
  const to = run.findLastIndex((word) => !isFiller(word))
  return from < 0 ? [] : run.slice(from, to + 1)
}

/** Highest likelihood, ignoring small talk, which must not outweigh what a story is about. */
function strengthOf(likely: Float32Array): number {
  return Math.max(...likely.filter((_, at) => !/^(?:talk:|gibberish|other)/.test(INTENTS[at] ?? '')))
}

function likelihoods(text: string): Float32Array {
  return softmax(scoresOf(text).subarray(0, INTENTS.length))
}

function scoresOf(text: string): Float32Array {
  const features = featuresOf(text, THINGS)
  const scores = new Float32Array(labels.length)
  const size = scale / Math.sqrt(features.length || 1)
  for (const row of [BUCKETS, ...features]) {
    const from = row * labels.length
    for (let at = 0; at < labels.length; at++) scores[at] = (scores[at] ?? 0) + (rows[from + at] ?? 0) * size
  }
  return scores
}

function softmax(scores: Float32Array): Float32Array {
  const most = Math.max(...scores)
  const raised = scores.map((score) => Math.exp(score - most))
  const sum = raised.reduce((all, one) => all + one, 0)
  return raised.map((one) => one / sum)
}
