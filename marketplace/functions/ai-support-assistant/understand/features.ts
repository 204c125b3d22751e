/** Number of feature hashes with weights; colliding features share their weights. */
export const BUCKETS = 1 << 15

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

/** Hashes of words, word pairs and character n-grams; n-grams cover typos, endings and compounds. */
export function featuresOf(text: string): Int32Array {
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
  return Int32Array.from(found)
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return ((value ^ (value >>> 15)) >>> 0) % BUCKETS
}
