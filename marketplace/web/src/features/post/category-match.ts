import { labelIn } from '../../i18n/label-in.ts'
import type { Category } from './types.ts'

/** A category's path: "Clothing › Women › Dresses". */
export function categoryTrail(categories: readonly Category[], slug: string): string {
  return categoryBranch(categories, slug).join(' › ')
}

export function categoryBranch(categories: readonly Category[], slug: string): string[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const names: string[] = []
  for (let at = bySlug.get(slug); at; at = at.parent ? bySlug.get(at.parent) : undefined) {
    names.unshift(categoryName(at))
  }
  return names
}

export function categoryName(category: Category): string {
  return labelIn(category.name) || category.slug
}

/**
 * Leaf categories matching the title, best first. Names outweigh synonyms, phrases outweigh words, later words of a phrase outweigh earlier
 * ones ("leather sofa" is a sofa).
 */
export function suggestCategories(categories: readonly Category[], title: string, limit = 3): Category[] {
  const words = wordsOf(headOf(title))
  if (words.length === 0) return []
  return rank(
    categories.filter((category) => category.leaf),
    (category) => {
      const own = termsOf(category).map(({ term, weight }) => weight * phraseScore(words, term))
      return Math.max(0, ...own)
    },
  ).slice(0, limit)
}

/** Prepositions before accessories, which say little about the item; as in private.head_of_title. */
const COMES_WITH =
  /\s(?:w\/|with|without|including|incl\.?|com|sem|incluindo|con|sin|incluye|incluido|mit|ohne|inklusive|inkl\.?|avec|sans|inclus)\s/i

function headOf(title: string): string {
  return title.split(COMES_WITH)[0]?.trim() || title
}

/** Leaf categories matching a query, best first. */
export function searchCategories(categories: readonly Category[], query: string): Category[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  return rank(
    categories.filter((category) => category.leaf),
    (category) => {
      const own = termsOf(category).flatMap(({ term, weight }) => term.map((word) => ({ word, weight })))
      const above: { word: string; weight: number }[] = []
      for (let at = category.parent; at; at = bySlug.get(at)?.parent ?? null) {
        const parent = bySlug.get(at)
        if (parent) above.push(...wordsOf(Object.values(parent.name).join(' ')).map((word) => ({ word, weight: 1 })))
      }
      const scores = wanted.map((word) =>
        Math.max(0, ...[...own, ...above].map((term) => (term.word.startsWith(word) ? term.weight : 0))),
      )
      return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 0) : 0
    },
  )
}

function rank(categories: Category[], score: (category: Category) => number): Category[] {
  return categories
    .map((category) => ({ category, score: score(category) }))
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || a.category.sort - b.category.sort)
    .map((candidate) => candidate.category)
}

function termsOf(category: Category): { term: string[]; weight: number }[] {
  const names = Object.values(category.name).flatMap((name) => name.split(/[,&/]/))
  const synonyms = [...category.synonyms, ...Object.values(category.synonyms_i18n ?? {}).flat()]
  return [
    ...names.map((name) => ({ term: wordsOf(name), weight: 3 })),
    ...synonyms.map((synonym) => ({ term: wordsOf(synonym), weight: 2 })),
  ].filter(({ term }) => term.length > 0)
}

// Requires all words; more and earlier words score higher.
function phraseScore(words: string[], term: string[]): number {
  const places = term.map((word) => words.indexOf(word))
  if (places.some((place) => place < 0)) return 0
  return term.length + 1 / (2 + Math.min(...places))
}

/** Lowercase without accents and plural s. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular).filter((word) => word !== 'and' && word !== 'e')
}

function singular(word: string): string {
  if (word.length > 4 && /(ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
