import { readFileSync } from 'node:fs'
import type { Wording } from './engine.ts'
import { anyWord, type Query } from './query.ts'

/**
 * Ranking factors of a search: a weighted sum, the same for both engines. scripts/train-ranking.py compares the weights with those that it learns
 * from judged searches.
 */
export interface Weights {
  /** Share of the words, weighted by rarity, found in the title; in category names or attributes; anywhere else. */
  readonly title: number
  readonly label: number
  readonly other: number
  /** Factor for prefix matches. */
  readonly begin: number
  /** Share of the words whose item the ad is. */
  readonly thing: number
  /** Bonus for words in a short title: half of this in one of `SHORT` words. */
  readonly short: number
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

export interface RankedTerm {
  /** Its share of the total word weight. */
  readonly share: number
  /** Null if there are none. */
  readonly forms: Query | null
  readonly begins: Query | null
  readonly things: Query | null
}

/** Terms with their shares. */
export function rankedTerms({ terms }: Pick<Wording, 'terms'>): readonly RankedTerm[] {
  const sum = terms.reduce((total, { rarity }) => total + rarity, 0)
  const queryOf = (words: readonly string[]) => (words.length === 0 ? null : anyWord(words))
  return terms.map(({ forms, begins, things, rarity }) => ({
    share: sum === 0 ? 1 / terms.length : rarity / sum,
    forms: queryOf(forms),
    begins: queryOf(begins),
    things: queryOf(things),
  }))
}
