import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SQL = readFileSync(join(import.meta.dirname, '../../schemas/search/functions/words.sql'), 'utf8')

/** The words of a list in words.sql. */
export function wordsOf(name: string): ReadonlySet<string> {
  const [, words = ''] = new RegExp(`${name}[\\s\\S]*?'\\{([^}]*)\\}'`).exec(SQL) ?? []
  return new Set(words.split(/[\s,]+/))
}

const DETERMINERS = wordsOf('is_determiner')

/** A phrase without the determiners behind its first word, as search reads it: "dry my hair" is "dry hair". */
export function withoutDeterminers(phrase: string): string {
  return phrase
    .split(' ')
    .filter((word, at) => at === 0 || !DETERMINERS.has(word.toLowerCase()))
    .join(' ')
}
