import type { Language } from '../../../contract/languages.ts'
import { minorPerUnit } from '../../../contract/money.ts'
import { dayText } from '../../../contract/words/moments.ts'
import { moneyText } from '../../../contract/words/money.ts'
import { spokenLanguage, t } from './t.ts'

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
export function translated(said: string): string {
  const whole = t(said)
  if (whole !== said) return whole
  const sentence = asWrittenHere(said)
  for (const { message, names, matcher } of patterns) {
    const found = matcher.exec(sentence)
    if (!found) continue
    const values = names.map((name, at) => [name, inWords(name, found[at + 1] ?? '')])
    return t(message, Object.fromEntries(values), [sentence])
  }
  return sentence
}

/** An amount and a day as the database writes them: "EUR 1,250.50" (private.money_text), "3 Dec 2026". */
const AMOUNT = /\b([A-Z]{3}) (\d{1,3}(?:,\d{3})*(?:\.\d{2,4})?)(?![\d.,]*\d)/g
const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g

/** Amounts and days in it as the reader's language writes them. */
function asWrittenHere(sentence: string): string {
  const language = spokenLanguage() as Language // one of ours: speak() is told no other
  return sentence
    .replace(AMOUNT, (_, currency: string, number: string) =>
      moneyText(Math.round(Number(number.replaceAll(',', '')) * minorPerUnit(currency)), currency, language),
    )
    .replace(DAY, (day) => dayText(new Date(`${day} UTC`), language))
}

/** What the server puts into a sentence in words of its own, and not of a person: "5 hours" for {wait}. */
const WORDS: ReadonlySet<string> = new Set(['field', 'wait', 'who'])

function inWords(name: string, value: string): string {
  return WORDS.has(name) ? translated(value) : value
}
