import type { Wording } from '../../../marketplace/search/engine.ts'
import { titledQuery } from '../../../marketplace/search/postgres/score.ts'
import { type Place, type Query, readVector } from '../../../marketplace/search/query.ts'
import { rankedTerms, SHORT, TEXT, usesIn } from '../../../marketplace/search/ranking.ts'

/** Names of the features, in the order of `featuresOf`. */
export const LEARNED = ['title', 'label', 'other', 'thing', 'short', 'text', 'all', 'phrase', 'whole'] as const

/** The features of one ad for a search, as in both engines: its share of each weight in `ranking.json`. */
export function featuresOf(
  wording: Wording,
  row: { head: string; document: string; title_length: number; is_accessory: boolean },
): readonly number[] {
  const { title_length, is_accessory } = row
  const places = readVector(row.head)
  const uses = new Map(usesIn(readVector(row.document), title_length))
  const part = (weight: 'A' | 'B') => lexemesOf(places, (place) => place.weight === weight)
  const [inTitle, inLabels, anywhere] = [part('A'), part('B'), lexemesOf(places, () => true)]
  const terms = rankedTerms(wording)
  const share = (isMet: (term: (typeof terms)[number]) => boolean) =>
    terms.reduce((sum, term) => sum + (isMet(term) ? term.share : 0), 0)
  const title = share(({ forms }) => forms !== null && has(inTitle, forms))
  const label = share(({ forms }) => forms !== null && !has(inTitle, forms) && has(inLabels, forms))
  const titled = titledQuery(wording)
  const { phrase, madeFor } = wording
  return [
    title,
    label,
    share(({ forms }) => forms !== null) - title - label,
    share(({ things }) => things !== null && has(anywhere, things)),
    (title * SHORT) / (SHORT + title_length),
    terms.reduce((sum, { share, forms }) => sum + share * saturated(mostUses(uses, forms)), 0),
    Number(terms.length > 1 && titled !== null && has(inTitle, titled)),
    Number(phrase.length > 1 && areSideBySide(places, phrase)),
    Number(madeFor !== null && !is_accessory && !madeFor.some((mark) => anywhere.has(mark))),
  ]
}

function mostUses(uses: ReadonlyMap<string, number>, forms: Query | null): number {
  const words = forms && 'any' in forms ? forms.any.flatMap((one) => ('word' in one ? [one.word] : [])) : []
  return Math.max(0, ...words.map((word) => uses.get(word) ?? 0))
}

function saturated(uses: number): number {
  return uses / (uses + TEXT.half)
}

function lexemesOf(
  places: readonly Place[],
  isMeant: (place: Place['places'][number]) => boolean,
): ReadonlySet<string> {
  return new Set(places.filter((place) => place.places.some(isMeant)).map(({ lexeme }) => lexeme))
}

function has(lexemes: ReadonlySet<string>, query: Query): boolean {
  if ('any' in query) return query.any.some((one) => has(lexemes, one))
  if ('all' in query) return query.all.every((one) => has(lexemes, one))
  return 'word' in query && lexemes.has(query.word)
}

function areSideBySide(places: readonly Place[], phrase: readonly string[]): boolean {
  const at = phrase.map(
    (word) => new Set(places.find(({ lexeme }) => lexeme === word)?.places.map((place) => place.at)),
  )
  return [...(at[0] ?? [])].some((first) => at.every((own, next) => own.has(first + next)))
}
