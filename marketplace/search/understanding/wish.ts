import { linkOf } from './links.ts'
import { isSoft, ofKind, type Part } from './parts.ts'
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
export function wishOf(parts: readonly Part[], { words, people }: ReadWords, age: number | null): Wish | null {
  const isNamed = (at: number) => parts.some(({ places, name }) => name !== null && places.includes(at))
  const isFree = words.some(({ is_wish }, at) => is_wish && !isNamed(at)) || linkOf(words[0]?.word ?? '') === 'for'
  if (!isFree && parts.some(({ kind, link }) => kind === 'word' && link === null)) return null
  const wants = parts.map((part) => ofKind(part, 'want').flatMap(({ alike }) => alike))
  const aged = age === null ? null : ofAge(age)
  // A birthday says nothing beside who has it.
  const isNobody = (part: Part) => ofKind(part, 'person').every(({ thing }) => thing === 'person-anyone')
  const somebody = parts.filter((part) => part.kind === 'person' && !isNobody(part))
  const persons = aged === null ? (somebody.length > 0 ? somebody : parts).map(personOf) : [people[aged] ?? []]
  const goodFor = [...wants, ...persons].filter((things) => things.length > 0)
  const [first, ...others] = goodFor
  if (!first) return null
  const both = others.reduce((kept, things) => {
    const shared = kept.filter((thing) => things.includes(thing))
    return shared.length > 0 ? shared : kept
  }, first)
  // The little of "a little boy" is not how the gift should be.
  const isOfPerson = ({ places }: Part) =>
    parts.some(({ kind, places: [at = 0] }) => kind === 'person' && places.at(-1) === at - 1)
  const isTrait = (part: Part) =>
    part.kind === 'size' || (part.kind === 'q' && !isSoft(part) && personOf(part).length === 0 && !isOfPerson(part))
  return { things: [...new Set(both)], goodFor, parts: parts.filter(isTrait) }
}

function personOf(part: Part): readonly string[] {
  return ofKind(part, 'person').flatMap(({ alike }) => alike)
}
