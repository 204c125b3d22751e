/** Maximum number of words of a phrase (private.signals_of). */
const LONGEST = 5

/**
 * The phrases of each signal, in the normalised letters used for comparison.
 * @throws {Error} for a phrase that could never match
 */
export function phrasesOf(words: Readonly<Record<string, string>>): Map<string, string[]> {
  const phrases = new Map<string, string[]>()
  for (const [signal, list] of Object.entries(words)) {
    for (const phrase of list.split(',').flatMap(spellings)) {
      if (phrase === '') continue
      const problem = problemOf(phrase)
      if (problem) throw new Error(`${signal}: “${phrase}” ${problem}`)
      const said = phrases.get(phrase) ?? []
      if (!said.includes(signal)) phrases.set(phrase, [...said, signal])
    }
  }
  return phrases
}

function problemOf(phrase: string): string | undefined {
  if (!/^[a-z0-9]+( [a-z0-9]+)*\*?$/.test(phrase)) return 'has letters that no message has once it is made plain'
  if (phrase.split(' ').length > LONGEST) return `has more than ${LONGEST} words`
  if (/(^| )[a-z0-9]{1,2}\*$/.test(phrase)) return 'is found from three letters on'
  return undefined
}

/** Normalised as in the database (private.plain_letters), with umlauts as ae, oe and ue, and common abbreviations of chats. */
function spellings(phrase: string): string[] {
  const written = [phrase, phrase.replace(/[äöü]/g, (letter) => `${letter}e`)].map(plain)
  return [...new Set([...written, ...written.map(shortened)])]
}

const SHORT_FORMS = new Map([
  ['you', 'u'],
  ['your', 'ur'],
  ['are', 'r'],
  ['please', 'pls'],
  ['que', 'q'],
  ['por', 'x'],
  ['porque', 'pq'],
  ['voce', 'vc'],
  ['vous', 'vs'],
  ['nicht', 'nich'],
  ['eine', 'ne'],
  ['telemovel', 'tlm'],
])

function shortened(phrase: string): string {
  return phrase.includes(' ') ? phrase.replace(/[a-z]+/g, (word) => SHORT_FORMS.get(word) ?? word) : phrase
}

function plain(phrase: string): string {
  return phrase
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'o')
    .replace(/\b([cdjlmnst]|qu|jusqu|aujourd|lorsqu|puisqu)['’]/g, '$1 ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9*]+/g, ' ')
    .trim()
}
