import type { Language } from '../../../contract/languages.ts'

/** How the same thing is asked for in each language; English is understood on every page. */
export type Patterns = Readonly<{ en: RegExp } & Partial<Record<Language, RegExp>>>

/** Whether the message asks so, in the language of the page or in English. */
export function matchesIn(patterns: Patterns, language: Language, message: string): boolean {
  return patterns[language]?.test(message) || patterns.en.test(message)
}

/** The named parts of the first pattern that matches. */
export function partsIn(
  patterns: Patterns,
  language: Language,
  message: string,
): Partial<Record<string, string>> | null {
  return (patterns[language]?.exec(message) ?? patterns.en.exec(message))?.groups ?? null
}

/** Takes away what a pattern finds, in the language of the page and in English. */
export function without(patterns: Patterns, language: Language, text: string): string {
  return text.replace(patterns[language] ?? patterns.en, ' ').replace(patterns.en, ' ')
}
