import { t } from './t.ts'

/** A sentence with placeholders, as the server writes it, and how to find one in an answer. */
interface Pattern {
  message: string
  names: readonly string[]
  matcher: RegExp
}

let patterns: readonly Pattern[] = []

/** Takes the sentences with placeholders that the server may say; only languages other than English ask for them. */
export function knowSentences(messages: readonly string[]): void {
  patterns = messages.map((message) => {
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const pieces = message.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return { message, names, matcher: new RegExp(`^${pieces.join('(.+?)')}$`, 's') }
  })
}

/**
 * A sentence that the server said in English, in the reader's language as far as it is known there
 * (said-elsewhere.ts). Anything else stays as it is.
 */
export function translated(sentence: string): string {
  const whole = t(sentence)
  if (whole !== sentence) return whole
  for (const { message, names, matcher } of patterns) {
    const found = matcher.exec(sentence)
    if (!found) continue
    const values = names.map((name, at) => [name, inWords(name, found[at + 1] ?? '')])
    return t(message, Object.fromEntries(values), [sentence])
  }
  return sentence
}

/** What the server puts into a sentence in words of its own, and not of a person: "5 hours" for {wait}. */
const WORDS: ReadonlySet<string> = new Set(['field', 'wait', 'who'])

function inWords(name: string, value: string): string {
  return WORDS.has(name) ? translated(value) : value
}
