import { ageAt, isSize, isSizeWord, type Link, linkOf } from './links.ts'
import type { ReadName, ReadWord, ReadWords, Thing } from './read-search.ts'

/** Maximum number of words that are looked up. */
const MOST_WORDS = 10
/** A purpose served by more items than this says little about which one is meant. */
const FEW_THINGS = 4

/** A run of words that belong together: a name, or a word that names nothing. */
export interface Part {
  /** Positions of its words, from 0. */
  readonly places: readonly number[]
  readonly name: ReadName | null
  readonly kind: 'thing' | 'q' | 'want' | 'person' | 'size' | 'word'
  /** How it relates to the searched item; null before that item or right after it. */
  readonly link: Link | null
}

export function ofKind({ name }: Part, kind: Thing['kind']): readonly Thing[] {
  return name?.things.filter((thing) => thing.kind === kind) ?? []
}

/** Names, longest first ("table lamp" does not name a table), and meaningful words. */
export function partsOf({ words, names }: ReadWords): readonly Part[] {
  const plain = words.map(({ word }) => word)
  const aged = plain.flatMap((_, at) => Array.from({ length: ageAt(plain, at)?.length ?? 0 }, (_, next) => at + next))
  const chosen: ReadName[] = []
  let upTo = 0
  for (const name of names) {
    if (name.first > upTo) {
      chosen.push(name)
      upTo = name.last
    }
  }
  // "Größe 39" is a size, although "große" is also how a thing may be.
  const nameAt = (at: number) =>
    isSizeWordAt(plain, at) ? undefined : chosen.find(({ first, last }) => first <= at + 1 && at + 1 <= last)
  // "Aus", "fürs" and "ohne" only relate words to each other.
  const says = words.map(
    ({ word, is_stop }) =>
      !is_stop && !['of', 'for', 'without'].includes(linkOf(word) ?? '') && (word.length > 1 || /\d/.test(word)),
  )
  const found: Part[] = []
  for (let at = 0; at < words.length && found.length < MOST_WORDS; at++) {
    const name = nameAt(at)
    if (name) {
      const places = Array.from({ length: name.last - at }, (_, next) => at + next)
      const within = name.parted ? places.filter((place) => /^\d+$/.test(plain[place] ?? '')) : []
      const kind = kindOf(name, isForSomebody(words, at))
      found.push({ places: places.filter((place) => !within.includes(place)), name, kind, link: null })
      found.push(...within.map((place) => ({ places: [place], name: null, kind: 'word', link: null }) as const))
      at = name.last - 1
    } else if (isSizeAt(plain, at)) found.push({ places: [at], name: null, kind: 'size', link: null })
    else if (says[at] && !words[at]?.is_filler && !aged.includes(at) && !isSizeWordAt(plain, at)) {
      found.push({ places: [at], name: null, kind: 'word', link: null })
    }
  }
  // If nothing else is given, filler words count; if there are only stop words, they do.
  if (found.length === 0) {
    const rest = words.flatMap((_, at) => (says[at] || !says.includes(true) ? [at] : []))
    found.push(...rest.map((at) => ({ places: [at], name: null, kind: 'word', link: null }) as const))
  }
  return linked(found.slice(0, MOST_WORDS), plain)
}

function isSizeAt(words: readonly string[], at: number): boolean {
  const beside = [words[at - 1], words[at + 1]].some((word) => word !== undefined && isSizeWord(word))
  return isSize(words[at] ?? '') && beside && !isSizeWord(words[at] ?? '')
}

function isSizeWordAt(words: readonly string[], at: number): boolean {
  return isSizeWord(words[at] ?? '') && (isSizeAt(words, at + 1) || isSizeAt(words, at - 1))
}

/** Items come before purposes, and these before qualities; a "runner" is a rug, but "for a runner" a person. */
function kindOf({ things }: ReadName, isSomebody: boolean): Part['kind'] {
  const kinds = new Set(things.map(({ kind }) => kind))
  if (isSomebody && kinds.has('person')) return 'person'
  return (['thing', 'want', 'q', 'person'] as const).find((kind) => kinds.has(kind)) ?? 'word'
}

function isForSomebody(words: readonly ReadWord[], at: number): boolean {
  const before = words.slice(0, at)
  const link = before.findLast(({ word, is_stop }) => !is_stop || linkOf(word) === 'for')
  return linkOf(link?.word ?? '') === 'for' || words.some(({ is_wish }) => is_wish)
}

/** Each part with the word that links it to the first named item. */
function linked(parts: readonly Part[], words: readonly string[]): readonly Part[] {
  const first = parts.find(({ kind }) => kind === 'thing')
  if (!first) return parts
  const from = (first.places.at(-1) ?? 0) + 1
  const taken = new Set(parts.flatMap(({ places }) => places))
  return parts.map((part) => {
    const until = part.places[0] ?? 0
    const between = words.slice(from, until).filter((_, next) => !taken.has(from + next))
    const links = until < from ? [] : between.flatMap((word) => linkOf(word) ?? [])
    // "Chair for a table of oak": what follows "for" belongs to it. "For my dog" is a name that begins with its own link.
    const own = isWish(part) && part.places.length > 1 ? linkOf(words[until] ?? '') : null
    // "For a bathroom without light": not for the light.
    const nearest = links.at(-1) === 'without' ? 'without' : null
    const link = own ?? nearest ?? links.find((one) => one !== 'of') ?? links[0] ?? null
    // A "plush dog" looks like one; something "for a dog" is for it.
    return { ...part, link, kind: link !== 'for' && ofKind(part, 'q').length > 0 && isWish(part) ? 'q' : part.kind }
  })
}

const HEAD_FIRST = new Set(['pt', 'es', 'fr'])

/** The main item: in "case for a phone" the case, in "phone case cover" the cover, in "mesa ordenador" the mesa. */
export function headsOf(parts: readonly Part[], words: readonly ReadWord[]): Part | null {
  const named = parts.filter(({ kind, link, places }) => kind === 'thing' && link === null && words[places[0] ?? 0])
  // "Rosa" is a flower, but beside another thing a colour, and "two-seater" how many a tent is for.
  const isNumber = ({ places }: Part) => places.every((at) => /\d/.test(words[at]?.word ?? ''))
  const only = named.filter((part) => ofKind(part, 'q').length === 0 && !isNumber(part))
  const things = only.length > 0 ? only : named
  return (things.some(isHeadFirst) ? things[0] : things.at(-1)) ?? null
}

/** Parts that ads need not mention, such as matters of taste ("small", "elegant"). */
export function isSoft(part: Part): boolean {
  const { kind, link } = part
  if (link === 'that' || link === 'without') return true
  if (kind === 'q' && groupsOf(part).every((group) => group === 'q-taste')) return true
  if (isWish({ kind })) return link !== null && link !== 'of'
  return kind === 'word' && link === 'with'
}

/** A quality that no ad has, which cannot tell them apart. Not a colour or a material: every ad has one, another one. */
export function isQualityOfNone(part: Part): boolean {
  return part.kind === 'q' && part.name?.ads === 0 && !isColourOrMaterial(part)
}

export function isColourOrMaterial(part: Part): boolean {
  return groupsOf(part).some((group) => group === 'q-colour' || group === 'q-material')
}

function groupsOf({ name }: Part): readonly (string | undefined)[] {
  return name?.things.map(({ wider }) => wider[0]) ?? []
}

/**
 * A word that no ad has and that names nothing, before an item in a language that puts makers and other items after it: how it should be ("belle
 * chaise"). Anywhere else it may be a maker, whose items are other items.
 */
export function isUnheardOf(
  { kind, name, link, places }: Part,
  heads: Part | null,
  words: readonly ReadWord[],
): boolean {
  if (!heads || kind !== 'word' || name || link !== null || !isHeadFirst(heads)) return false
  const isBefore = (places[0] ?? 0) < (heads.places[0] ?? 0)
  return isBefore && places.every((at) => words[at]?.ads === 0 && /^[a-z]+$/.test(words[at].word))
}

function isHeadFirst({ name }: Part): boolean {
  return name?.languages.every((language) => HEAD_FIRST.has(language)) ?? false
}

function isWish({ kind }: Pick<Part, 'kind'>): boolean {
  return kind === 'want' || kind === 'person'
}

/**
 * A purpose that few items serve, none of which is the named item ("plancha para alisar el pelo", where plancha alone is an iron): then those are
 * meant.
 */
export function isOfNoUse(heads: Part, parts: readonly Part[]): boolean {
  const own = ofKind(heads, 'thing').flatMap(({ thing, wider, alike }) => [thing, ...wider, ...alike])
  return parts.some(({ link, ...part }) => {
    const good = ofKind({ link, ...part }, 'want').flatMap(({ alike }) => alike)
    return link === 'for' && good.length > 0 && good.length <= FEW_THINGS && !good.some((thing) => own.includes(thing))
  })
}

export function isForChildren(parts: readonly Part[]): boolean {
  return parts.some(
    (part) =>
      part.name?.things.some(({ thing }) => /^(person-(child|toddler|baby)|q-kids)$/.test(thing)) ||
      ofKind(part, 'thing').some(({ categories }) =>
        categories.some((category) => /toy|puzzle|kids|rc-robots/.test(category)),
      ),
  )
}
