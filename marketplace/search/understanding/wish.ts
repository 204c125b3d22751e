import { linkOf } from './links.ts'
import { isColourOrMaterial, isSoft, ofKind, type Part } from './parts.ts'
import type { ReadWords } from './read-search.ts'

/** A search for a purpose or recipient, such as "gift for a 5 year old" or "something to sit on". */
export interface Wish {
  /** Suitable items, best first. */
  readonly things: readonly string[]
  /** Suitable items for each purpose and recipient: an ad must be one of each. */
  readonly goodFor: readonly (readonly string[])[]
  /** Further requirements, such as a colour. */
  readonly parts: readonly Part[]
}

/** A purpose or a recipient, with the places of its words. */
interface Said {
  readonly places: readonly number[]
  readonly thing: string
  readonly kind: string
  readonly alike: readonly string[]
}

/** Minimum age of adults, for whom it is irrelevant. */
function ofAge(years: number): string | null {
  if (years < 1) return 'person-baby'
  if (years < 4) return 'person-toddler'
  if (years < 13) return 'person-child'
  return years < 18 ? 'person-teenager' : null
}

/**
 * If no item is named. Purposes and recipients count only if nothing else is given, or with a filler word ("something", "gift"): a yoga block is no
 * yoga mat.
 */
export function wishOf(parts: readonly Part[], read: ReadWords, age: number | null): Wish | null {
  const { words, people } = read
  const isNamed = (at: number) => parts.some(({ places, name }) => name !== null && places.includes(at))
  const isFree = words.some(({ is_wish }, at) => is_wish && !isNamed(at)) || linkOf(words[0]?.word ?? '') === 'for'
  if (!isFree && parts.some(({ kind, link }) => kind === 'word' && link === null)) return null
  const said = widest([...parts.flatMap(saidBy), ...(isFree ? saidAnyhow(read, parts) : [])])
  const aged = age === null ? null : ofAge(age)
  // A birthday says nothing beside who has it.
  const isNobody = ({ thing }: Said) => thing === 'person-anyone'
  const persons = said.filter(({ kind }) => kind === 'person')
  const somebody = persons.filter((one) => !isNobody(one))
  const meant = aged !== null ? [] : somebody.length > 0 ? somebody : persons
  const purposes = together([...said.filter(({ kind }) => kind === 'want'), ...meant], words)
  const goodFor = agreeing(aged === null ? purposes : [...purposes, { size: 1, things: people[aged] ?? [] }])
  const [first, ...others] = goodFor
  if (!first) return null
  const both = others.reduce((kept, things) => {
    const shared = sharedBy(kept, things)
    return shared.length > 0 ? shared : kept
  }, first)
  // The little of "a little boy" is not how the gift should be.
  const isOfPerson = ({ places }: Part) =>
    parts.some(({ kind, places: [at = 0] }) => kind === 'person' && places.at(-1) === at - 1)
  const isPart = ({ places }: Part) => said.some((one) => places.every((at) => one.places.includes(at)))
  const isTrait = (part: Part) =>
    part.kind === 'size' || (part.kind === 'q' && !isSoft(part) && !isPart(part) && !isOfPerson(part))
  return { things: [...new Set(both)], goodFor, parts: parts.filter(isTrait) }
}

/** A use, by the items that serve it. */
export function servedBy(things: readonly string[], parts: readonly Part[]): Wish {
  return { things, goodFor: [things], parts: parts.filter(isApart) }
}

/** A colour, material or size is no part of what an item is used for. */
export function isApart(part: Part): boolean {
  return part.kind === 'size' || (part.kind === 'q' && isColourOrMaterial(part))
}

function saidBy(part: Part): readonly Said[] {
  return [...ofKind(part, 'want'), ...ofKind(part, 'person')].map((thing) => ({ ...thing, places: part.places }))
}

/**
 * Purposes whose words stand in another form or order: "cool my bedroom down" has "cool down". Not with something unknown between them: "keep my
 * coffee warm" keeps nobody warm.
 */
function saidAnyhow({ words, wishes }: ReadWords, parts: readonly Part[]): readonly Said[] {
  const named = new Set(parts.flatMap(({ name, places }) => (name ? places : [])))
  const unknown = words.flatMap(({ is_filler, is_stop }, at) => (named.has(at) || is_filler || is_stop ? [] : [at]))
  const placesOf = (stem: string) =>
    words.flatMap(({ forms, is_stop }, at) => (!is_stop && forms.includes(stem) ? [at] : []))
  return wishes
    .map(({ stems, ...wish }) => ({ ...wish, places: [...new Set(stems.flatMap(placesOf))].sort((a, b) => a - b) }))
    .filter(({ places }) => {
      const isWithin = (at: number) => at > Math.min(...places) && at < Math.max(...places) && !places.includes(at)
      return places.some((at) => unknown.includes(at)) && !unknown.some(isWithin)
    })
}

/** Without those that are only a part of what another one says. */
function widest(said: readonly Said[]): readonly Said[] {
  const isWithin = (one: Said, other: Said) =>
    one.places.length < other.places.length && one.places.every((at) => other.places.includes(at))
  return said.filter((one) => !said.some((other) => isWithin(one, other)))
}

interface Purpose {
  /** How many of its words say something. */
  readonly size: number
  readonly things: readonly string[]
}

/** The suitable items of each place, those of the most words first; several meanings of the same words are one. */
function together(said: readonly Said[], words: ReadWords['words']): readonly Purpose[] {
  // "Zum" of "zum Kochen" says nothing.
  const sizeOf = (places: readonly number[]) => places.filter((at) => linkOf(words[at]?.word ?? '') === null).length
  return [...Map.groupBy(said, ({ places }) => places.join()).values()]
    .map((same) => ({
      size: sizeOf(same[0]?.places ?? []),
      things: [...new Set(same.flatMap(({ alike }) => alike))],
    }))
    .sort((a, b) => b.size - a.size)
}

/** Without purposes of fewer words that no suitable item serves: "keep me cool in summer" says more about the item than the summer. */
function agreeing(purposes: readonly Purpose[]): readonly (readonly string[])[] {
  const [first, ...others] = purposes.filter(({ things }) => things.length > 0)
  if (!first) return []
  const isHeeded = ({ size, things }: Purpose) => size >= first.size || sharedBy(first.things, things).length > 0
  return [first, ...others.filter(isHeeded)].map(({ things }) => things)
}

function sharedBy(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => others.includes(one))
}
