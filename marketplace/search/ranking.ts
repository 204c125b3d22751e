import { readFileSync } from 'node:fs'
import type { Term, Wording } from './engine.ts'
import { anyWord, type Place, type Query } from './query.ts'

/**
 * Ranking factors of a search: a weighted sum, the same for both engines. scripts/train-ranking.py compares the weights with those that it learns
 * from judged searches.
 */
export interface Weights {
  /** Share of the words, weighted by rarity, found in the title; in category names or attributes; anywhere else. */
  readonly title: number
  readonly label: number
  readonly other: number
  /** Factor for synonyms and prefix matches. */
  readonly weaker: number
  /** Share of the words whose item the ad is. */
  readonly thing: number
  /** That much more for the items that suit a purpose or a person, shared by how well they do. */
  readonly wish: number
  /** The items for a purpose are listed best first: these many count once more each. */
  readonly best: readonly number[]
  /** Bonus for words in a short title: half of this in one of `SHORT` words. */
  readonly short: number
  /** How much of the whole text is about the words: see `TEXT`. */
  readonly text: number
  /** All words in the title; as a phrase. */
  readonly all: number
  readonly phrase: number
  /** Not a part of the item, nor made for it. */
  readonly whole: number
  /** For a new ad; halved after 14 days. */
  readonly fresh: number
  /** For each of: photos, a real description, attributes. */
  readonly quality: number
  readonly reserved: number
  /** For an ad nearby; a third of it at 20 km. */
  readonly near: number
}

export const WEIGHTS = JSON.parse(readFileSync(new URL('./ranking.json', import.meta.url), 'utf8')) as Weights // a file of this folder
export const SHORT = 6
/** ln 2 over 14 days. */
export const FADING_PER_DAY = 0.0495
export const NEAR_KM = 20

/**
 * BM25F (Robertson and Zaragoza 2009): for each use of a word the worth of its part of the ad, divided by `from + perWord * length` so that uses in
 * short texts count more. The sum is saturated: half of the weight at `half`.
 */
export const TEXT = {
  title: { worth: 0.5, from: 0.7, perWord: 0.0375 },
  label: 0.3,
  synonym: 0.05,
  /** Its length: the number of different lexemes and marks of the ad. */
  description: { worth: 0.1, from: 0.25, perWord: 0.0019 },
  half: 0.4,
} as const

/** The uses of each word of an ad before saturation. @param document  all lexemes of the ad */
export function usesIn(document: readonly Place[], titleLength: number): readonly (readonly [string, number])[] {
  const { title, label, synonym, description } = TEXT
  const worths = {
    A: title.worth / (title.from + title.perWord * titleLength),
    B: label,
    C: synonym,
    D: description.worth / (description.from + description.perWord * document.length),
  }
  return document
    .filter(({ places }) => places.length > 0)
    .map(({ lexeme, places }) => [lexeme, places.reduce((sum, { weight }) => sum + worths[weight], 0)])
}

export interface RankedTerm {
  /** Its share of the total word weight. */
  readonly share: number
  /** Null if there are none. */
  readonly forms: Query | null
  readonly weaker: Query | null
  readonly things: Query | null
}

/** Terms with their shares. */
export function rankedTerms({ terms }: Pick<Wording, 'terms'>): readonly RankedTerm[] {
  const isWish = ({ forms, weaker }: Pick<Term, 'forms' | 'weaker'>) => forms.length + weaker.length === 0
  const sum = terms.reduce((total, { rarity }) => total + rarity, 0)
  const wishes = terms.filter(isWish).length
  const queryOf = (words: readonly string[]) => (words.length === 0 ? null : anyWord(words))
  return terms.map(({ forms, weaker, things, rarity }) => ({
    share: isWish({ forms, weaker }) ? WEIGHTS.wish / wishes : sum === 0 ? 1 / terms.length : rarity / sum,
    forms: queryOf(forms),
    weaker: queryOf(weaker),
    things: queryOf(things),
  }))
}
