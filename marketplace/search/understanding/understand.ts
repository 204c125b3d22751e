import { allOf, anyOf, anyWord, mapWords, type Query } from '../query.ts'
import { WEIGHTS } from '../ranking.ts'
import { ageAt, lettersOf } from './links.ts'
import {
  headsOf,
  isForChildren,
  isOfNoUse,
  isQualityOfNone,
  isSoft,
  isUnheardOf,
  ofKind,
  type Part,
  partsOf,
} from './parts.ts'
import type { ReadWord, ReadWords, Thing } from './read-search.ts'
import { type Correction, NOTHING_TYPED, type Term, type Trait, type Understood } from './understood.ts'
import { servedBy, wishOf } from './wish.ts'

const MOST_ADS_COUNTED = 20_000
/** A last word with this many ads is taken as complete. */
const SURELY_WHOLE = 10
/** A search for a single shorter word takes it as complete: too many others begin so. */
const FEWEST_BEGUN = 5

export interface Market {
  readonly ads: number
  /** The vocabulary has the items of every category; in others the ad's words decide. */
  readonly knowsAll: boolean
}

/**
 * Interprets the words of a search. Pure: all facts about the words were read before.
 * @param serving  items for the use that the words say, best first; none if they name what is meant
 */
export function understand(
  read: ReadWords,
  market: Market,
  corrections: readonly Correction[] = [],
  serving: readonly string[] = [],
): Understood {
  const { words } = read
  const age =
    words
      .map((_, at) =>
        ageAt(
          words.map(({ word }) => word),
          at,
        ),
      )
      .find(Boolean) ?? null
  const parts = partsOf(read)
  if (parts.length === 0) return NOTHING_TYPED
  const heads = headsOf(parts, words)
  const isNamed = heads && !isOfNoUse(heads, parts)
  const wish = serving.length > 0 ? servedBy(serving, parts) : isNamed ? null : wishOf(parts, read, age?.years ?? null)
  const pressing = parts.filter((part) => !isSoft(part))
  const unmatched = pressing.filter((part) => isQualityOfNone(part) || isUnheardOf(part, heads, words))
  const required = pressing.filter((part) => !unmatched.includes(part))
  const asked = wish ? wish.parts : required
  const things = heads && !wish ? ofKind(heads, 'thing') : []
  const alike = wish ? wish.things : alikeOf(things)
  const ids = things.map(({ thing }) => thing)
  const being = [...ids, ...alike].map(mark)
  const context = { words, heads, being, isWhole: isWhole(read) }
  const itself = wish
    ? allOf(wish.goodFor.map((good) => anyWord(good.map(mark))))
    : anyOf([anyWord(being), heads ? narrowerBy(heads, read) : null])
  const needs = asked.map((part) => needOf(part, context))
  const asSuch = saidAsSuch(
    anyOf(asked.flatMap((part) => part.places.map((at) => formsOf(words[at], context.isWhole)))),
  )
  return {
    ...demands(needs, {
      itself: being.length > 0 ? itself : null,
      asSuch,
      isSingle: asked.length === 1 && !asked[0]?.name,
      ...market,
    }),
    words: asked.map((part, at) => ({
      word: sayOf(part, words),
      query: needs[at]?.query ?? { any: [] },
      forms: part.places.flatMap((place) => [...(words[place]?.forms ?? []), ...(words[place]?.as_one ?? [])]),
      begins: part.places.flatMap((place) => words[place]?.begins ?? []),
    })),
    terms: [
      ...(wish ? [...WEIGHTS.best, being.length].map((best) => wishTerm(being.slice(0, best))) : []),
      ...parts
        .filter((part) => !wish || wish.parts.includes(part))
        .flatMap((part) => termsOf(part, context, market.ads)),
      ...smallOf(read),
    ],
    phrase: asked.flatMap(({ places }) => places.map((at) => words[at]?.forms[0] ?? '')),
    madeFor:
      wish || asked.some(({ places }) => places.some((at) => words[at]?.is_part)) ? null : madeForOf(asked, words),
    things: ids,
    categories: [...new Set(things.flatMap(({ categories }) => categories))].slice(0, 3),
    corrections,
    traits: traitsOf(required, heads, words),
    unmatched: heads && !wish ? unmatched.map((part) => sayOf(part, words)) : [],
    age: wish || isForChildren(parts) ? (age?.years ?? null) : null,
  }
}

export const mark = (thing: string) => `h:${thing}`

function sayOf({ places }: Part, words: readonly ReadWord[]): string {
  return places.map((at) => words[at]?.word).join(' ')
}

/** A broader item that has the rest of the name in title or attributes: a "hat with bobble" is a bobble hat, a laptop by Apple a MacBook. */
function narrowerBy(heads: Part, { words, names }: ReadWords): Query | null {
  const wider = ofKind(heads, 'thing').flatMap((thing) => thing.wider.slice(0, 1))
  // A straw hat is a hat; that it is of straw remains to be said.
  const widest = new Set(ofKind(heads, 'thing').flatMap((thing) => thing.wider.filter((one) => !one.startsWith('q-'))))
  const isWider = (at: number) =>
    names.some(
      ({ first, last, things }) => first === at + 1 && last === at + 1 && things.some(({ thing }) => widest.has(thing)),
    )
  const rest = heads.places.filter((at) => !isWider(at) && !words[at]?.is_stop)
  if (wider.length === 0 || rest.length === 0) return null
  const qualitiesAt = (at: number) =>
    names.flatMap(({ first, last, things }) =>
      first === at + 1 && last === at + 1
        ? things.filter(({ kind }) => kind === 'q').map(({ thing }) => mark(thing))
        : [],
    )
  const inTitle = (at: number) => [
    ...(words[at]?.forms.slice(0, 1).flatMap((stem) => [`t:${stem}`, `v:${stem}`]) ?? []),
    ...qualitiesAt(at),
  ]
  return allOf([anyWord(wider.map(mark)), ...rest.map((at) => anyWord(inTitle(at)))])
}

/** Substitutes. */
function alikeOf(heads: readonly Thing[]): string[] {
  const own = new Set(heads.map(({ thing }) => thing))
  return [...new Set(heads.flatMap(({ alike }) => alike))].filter((thing) => !own.has(thing))
}

interface Context {
  readonly words: readonly ReadWord[]
  readonly heads: Part | null
  readonly being: readonly string[]
  readonly isWhole: boolean
}

interface Need {
  readonly query: Query
  /** For the item itself see `being`. */
  readonly isHead: boolean
}

/** The last word as a whole word, not a prefix. */
function isWhole({ words, names }: ReadWords): boolean {
  const last = words.at(-1)
  const isShort = words.length === 1 && (last?.word.length ?? 0) < FEWEST_BEGUN
  return (
    !last || isShort || last.is_known || last.ads >= SURELY_WHOLE || names.some((name) => name.last === words.length)
  )
}

/** Query for a word; the last one may be incomplete. */
function formsOf(word: ReadWord | undefined, isWhole: boolean): Query {
  if (!word) return { any: [] }
  const forms = anyWord([...word.forms, ...(isWhole ? [] : (word.begins ?? [])), ...(word.as_one ?? [])])
  const isCode = !isWhole && word.begins === null && /\d/.test(word.word) && word.word.length > 1
  return isCode ? anyOf([forms, { begin: word.word }]) : forms
}

function needOf(part: Part, { words, heads, being, isWhole }: Context): Need {
  const lastAt = words.length - 1
  const said = allOf(part.places.map((at) => formsOf(words[at], isWhole || at < lastAt)))
  // "sun glasses" is also written as one word: either matches.
  const one =
    part.places.length > 1
      ? part.places.flatMap((at) => (part.places.includes(at + 1) ? (words[at]?.as_one ?? []) : []))
      : []
  const before = part.places.flatMap((at) => words[at - 1]?.as_one ?? [])
  const ways = [said, anyWord([...one, ...before])]
  if (part === heads) return { query: anyOf([...ways, anyWord(being)]), isHead: true }
  const number = words[part.places[0] ?? 0]?.word ?? ''
  const sizes = [...(part.kind === 'size' ? [number] : []), ...(heads && isClothing(heads) ? lettersOf(number) : [])]
  const sized = sizes.map((size) => `a:size:${size}`)
  if (part.kind === 'size') return { query: anyWord([`s:${number}`, ...sized]), isHead: false }
  // "Rosa" is a flower and a colour; a "low light plant" is one that serves this purpose.
  const named = [
    ...[...ofKind(part, 'want'), ...ofKind(part, 'person')].flatMap(({ alike }) => alike.map(mark)),
    ...ofKind(part, 'thing').flatMap(({ thing }) => [mark(thing), `m:${thing}`]),
    ...ofKind(part, 'q').flatMap(({ thing, alike }) => [thing, ...alike].map(mark)),
  ]
  return { query: anyOf([...ways, anyWord([...named, ...sized])]), isHead: false }
}

function isClothing(heads: Part): boolean {
  return ofKind(heads, 'thing').some(({ thing, wider }) => [thing, ...wider].includes('clothing'))
}

/** Parts where words are significant: title, category, attributes and their synonyms. */
function saidAsSuch(query: Query): Query {
  return mapWords(query, (word) => `s:${word}`)
}

interface Demand extends Market {
  /** What an ad must be; null if no thing is named. */
  readonly itself: Query | null
  readonly asSuch: Query
  readonly isSingle: boolean
}

function demands(
  needs: readonly Need[],
  { itself, asSuch, isSingle, knowsAll }: Demand,
): Pick<Understood, 'query' | 'being'> {
  const every = needs.map(({ query }) => query)
  if (itself === null) return { query: isSingle ? asSuch : allOf([...every, asSuch]), being: asSuch }
  const others = needs.filter(({ isHead }) => !isHead).map(({ query }) => query)
  const query = others.length > 0 ? allOf([itself, ...others]) : itself
  if (knowsAll) return { query, being: itself }
  const unknown: Query = { word: mark('?') }
  return { query: anyOf([query, allOf([unknown, ...every, asSuch])]), being: anyOf([itself, allOf([unknown, asSuch])]) }
}

/** Inverse document frequency as in BM25 (Robertson and Zaragoza 2009). */
function rarityOf(uses: number, ads: number): number {
  const known = Math.min(uses, MOST_ADS_COUNTED)
  return Math.log(1 + (Math.max(0, ads - known) + 0.5) / (known + 0.5))
}

/** One term for each word: an ad with one word of a name has only that share of it. */
function termsOf({ places, name, kind }: Part, { words, isWhole }: Context, ads: number): Term[] {
  const lastAt = words.length - 1
  const asOne = places.flatMap((at) => words[at]?.as_one ?? [])
  const things =
    name?.things.flatMap(({ thing, kind, alike }) => (kind === 'thing' || kind === 'q' ? [thing] : alike)).map(mark) ??
    []
  const significant = places.filter((at) => !words[at]?.is_stop)
  return (significant.length > 0 ? significant : places).map((at) => {
    const { forms = [], synonyms = [], begins } = words[at] ?? {}
    return {
      forms: [...new Set([...forms.filter((form) => !synonyms.includes(form)), ...asOne])],
      weaker: [...synonyms, ...(at === lastAt && !isWhole ? (begins ?? []) : [])],
      things,
      rarity: rarityOf(Math.max(significant.length <= 1 ? (name?.ads ?? 0) : 0, words[at]?.ads ?? 0), ads),
      ads: kind === 'thing' ? (name?.ads ?? 0) : Math.max(name?.ads ?? 0, words[at]?.ads ?? 0),
    }
  })
}

function wishTerm(things: readonly string[]): Term {
  return { forms: [], weaker: [], things, rarity: 1, ads: MOST_ADS_COUNTED }
}

/** Letters too short to be required; they only affect the ranking ("T-shirt M"). */
function smallOf({ words }: ReadWords): readonly Term[] {
  const small = words.filter(({ word, is_stop }) => word.length === 1 && !/\d/.test(word) && !is_stop)
  return words.length === small.length
    ? []
    : small.map(({ word }) => ({ forms: [word], weaker: [], things: [], rarity: 1, ads: MOST_ADS_COUNTED }))
}

function madeForOf(parts: readonly Part[], words: readonly ReadWord[]): readonly string[] {
  return parts.flatMap(({ places }) =>
    places.flatMap((at) =>
      (words[at]?.forms ?? []).filter((form) => /^[a-z0-9]+$/.test(form)).map((form) => `f:${form}`),
    ),
  )
}

/** All attribute words, as a user could remove them. */
function traitsOf(parts: readonly Part[], heads: Part | null, words: readonly ReadWord[]): readonly Trait[] {
  if (!heads) return []
  return parts
    .filter((part) => part !== heads)
    .map((part) => ({
      words: sayOf(part, words),
      kind: part.kind === 'q' ? 'quality' : part.kind === 'size' ? 'size' : 'other',
    }))
}
