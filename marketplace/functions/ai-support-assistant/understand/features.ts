/** Number of feature hashes with weights; colliding features share their weights. */
export const BUCKETS = 1 << 16

const MONEY = /(?:\p{Sc}\s*\d[\d.,]*|\d[\d.,]*\s*(?:\p{Sc}|(?:eur|euros?)\b))/gu
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S*/gi

/** Words of a text as the classifier sees them: lower case, without accents, with placeholders for amounts and URLs. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(ADDRESS, ' zurlz ')
      .replace(MONEY, ' zpricez ')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/ß/g, 'ss')
      .replace(/\d+/g, ' znumz ')
      .match(/\p{L}+|\?{2,}/gu) ?? []
  )
}

/** Names of things as `wordsOf` reads them, their words joined by a space. */
export type Things = ReadonlySet<string>

/** Where a name of a thing begins among words, and where it has ended. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Words of the longest name that is looked for. */
const LONGEST = 4
/** Stands for any thing. */
const THING = 'zthingz'

/** Where things are named among the words, longest names first, none within another. */
export function thingsAmong(words: readonly string[], things: Things): Span[] {
  const found: Span[] = []
  for (let from = 0; from < words.length; from++) {
    const to = [...Array(LONGEST).keys()]
      .map((less) => Math.min(words.length, from + LONGEST - less))
      .find((end) => end > from && things.has(words.slice(from, end).join(' ')))
    if (to === undefined) continue
    found.push({ from, to })
    from = to - 1
  }
  return found
}

/**
 * Hashes of words, word pairs and character n-grams; n-grams cover typos, endings and compounds. Names of things also count as any
 * thing would, so that what is said of one is understood of all.
 */
export function featuresOf(text: string, things: Things): Int32Array {
  const words = wordsOf(text).slice(0, 300)
  const found = new Set<number>()
  words.forEach((word, at) => {
    found.add(hash(`w ${word}`))
    found.add(hash(`b ${words[at - 1] ?? '^'} ${word}`))
    if (at === words.length - 1) found.add(hash(`b ${word} $`))
    const padded = `_${word}_`
    for (const length of [3, 4, 5])
      for (let from = 0; from + length <= padded.length; from++) found.add(hash(padded.slice(from, from + length)))
  })
  for (const { from, to } of thingsAmong(words, things)) {
    found.add(hash(`w ${THING}`))
    found.add(hash(`b ${words[from - 1] ?? '^'} ${THING}`))
    found.add(hash(`b ${THING} ${words[to] ?? '$'}`))
  }
  return Int32Array.from(found)
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return ((value ^ (value >>> 15)) >>> 0) % BUCKETS
}
