/** Similarity of two names, 0 to 1: one minus the edit distance over the longer length (Levenshtein). */
export function similarity(left: string, right: string): number {
  const longest = Math.max(left.length, right.length)
  if (longest === 0) return 1
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return 1 - (previous[right.length] ?? 0) / longest
}

const LONGEST_NAME = 128
/** How many letters in a row two names share to be compared: three, or two if none share three. */
const LENGTHS = [3, 2]

/** Letters, digits, commas and spaces count, with the beginning and the end. */
function sharesLetters(left: string, right: string, length: number): boolean {
  const [one, other] = [left, right].map((name) => `-${name.toLowerCase().replace(/[^\p{L}\p{Nd}, ]/gu, '')}-`) as [
    string,
    string,
  ]
  for (let at = 0; at + length <= one.length; at++) if (other.includes(one.slice(at, at + length))) return true
  return false
}

/** The candidate most similar to `name` of those that share a few letters in a row, if its similarity is at least `threshold`. */
export function mostSimilar(name: string, candidates: Iterable<string>, threshold: number): string | null {
  let best: string | null = null
  let bestScore = threshold
  if (name.length > LONGEST_NAME) return null // longer than any identifier, and the comparison is quadratic
  const all = [...candidates]
  const alike = LENGTHS.map((length) => all.filter((candidate) => sharesLetters(name, candidate, length)))
  for (const candidate of alike.find(({ length }) => length > 0) ?? []) {
    const score = similarity(name, candidate)
    if (candidate !== name && (score > bestScore || (score === bestScore && best === null))) {
      best = candidate
      bestScore = score
    }
  }
  return best
}
