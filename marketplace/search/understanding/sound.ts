/**
 * Spellings that sound alike in one of the five languages, as the letters they become; applied in this order to words without accents.
 * Not phonetics of any one language: a key that misspellings of a word share with it.
 */
const SAME_SOUND: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/t?s?ch|sh/g, 'x'],
  [/ck|qu(?=[ei])|q/g, 'k'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/gu(?=[ei])|gh/g, 'g'],
  [/g(?=[eiy])/g, 'j'],
  [/h/g, ''],
  [/eau|au|ou|eu|[ou]e|u/g, 'o'],
  [/e[iyu]|a[iey]|ie|ea|ee/g, 'e'],
  // Spanish "ll" and "y".
  [/(?<=^|[aeio])y(?=[aeio])/g, 'l'],
  [/y/g, 'i'],
  [/[vw]/g, 'b'],
  [/(?<=[aeo])m(?=[bp])/g, 'n'],
  [/x/g, 's'],
  [/(?<=.)i(?=[^aeiou])/g, 'e'],
  [/d$/g, 't'],
  // What French doesn't pronounce.
  [/(?<=..)[est]+$/g, ''],
  [/(.)\1+/g, '$1'],
]

/** Beginnings that sound alike. */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['x', 'ch', 's', 'z', 'c'],
  ['k', 'c', 'q'],
  ['y', 'll', 'j', 'i'],
  ['g', 'j'],
  ['v', 'b', 'f', 'w'],
  ['f', 'ph'],
  ['h', 'a', 'e', 'i', 'o', 'u'],
]

/** What a word sounds like, written the same for all its usual spellings. */
export function soundOf(word: string): string {
  return SAME_SOUND.reduce((sound, [spelling, same]) => sound.replaceAll(spelling, same), word)
}

/** Also with "ch" as in "orchid". */
export function soundsLike(one: string, other: string): boolean {
  const hard = (word: string) => soundOf(word.replaceAll('ch', 'k'))
  return soundOf(one) === soundOf(other) || hard(one) === hard(other)
}

/** First letters of words that may sound like this one, its own first. */
export function initialsOf(word: string): string[] {
  const own = word.charAt(0)
  const alike = BEGINNINGS.filter((ways) => ways.some((way) => word.startsWith(way))).flat()
  return [...new Set([own, ...alike.map((way) => way.charAt(0))])]
}
