import type { Language } from './plurals.ts'

/** All regular forms of an adjective ("roter", "rojas"); for a noun some are not words, which is harmless. */
export function qualityForms(word: string, language: Language): string[] {
  if (language === 'en' || word.includes(' ')) return [word]
  if (language === 'de') return [word, ...['e', 'er', 'es', 'en', 'em'].map((ending) => word + ending)]
  if (language === 'fr') return [word, ...(FEMININES[word] ?? [`${word}e`, `${word}es`]), `${word}s`]
  if (word.endsWith('o')) return ['o', 'a', 'os', 'as'].map((ending) => word.slice(0, -1) + ending)
  return [word, `${word}s`, `${word}es`]
}

const FEMININES: Readonly<Record<string, readonly string[]>> = {
  blanc: ['blanche', 'blanches'],
  violet: ['violette', 'violettes'],
  ancien: ['ancienne', 'anciennes'],
  long: ['longue', 'longues'],
}
