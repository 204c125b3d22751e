import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './plurals.ts'

export type EmojiNames = (emoji: string, language: Language) => string[]

interface Annotations {
  readonly annotations: {
    readonly annotations: Readonly<
      Record<string, { readonly default?: readonly string[]; readonly tts?: readonly string[] }>
    >
  }
}

/** European variants first; names of the general one are added. */
const LOCALES: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'en-GB'],
  pt: ['pt-PT', 'pt'],
  es: ['es', 'es-MX'],
  de: ['de'],
  fr: ['fr'],
}
/** A keyword shared by more emoji describes their topic ("music", "hotel"), not an item. */
const SHARED = 1

/** Names of items on emoji from CLDR's annotations: the emoji's name, and keywords that no other emoji has. */
export function readEmojiNames(folder: string, languages: readonly Language[]): EmojiNames {
  const names = new Map<string, string[]>()
  for (const language of languages) {
    for (const locale of LOCALES[language]) {
      const file = readFileSync(join(folder, 'annotations', locale, 'annotations.json'), 'utf8')
      const { annotations } = (JSON.parse(file) as Annotations).annotations // CLDR's format
      const uses = new Map<string, number>()
      for (const { default: keywords = [] } of Object.values(annotations)) {
        for (const keyword of keywords) uses.set(keyword, (uses.get(keyword) ?? 0) + 1)
      }
      for (const [emoji, { default: keywords = [], tts = [] }] of Object.entries(annotations)) {
        const own = [...tts, ...keywords.filter((keyword) => (uses.get(keyword) ?? 0) <= SHARED)]
        const key = `${emoji} ${language}`
        names.set(key, [...(names.get(key) ?? []), ...own.filter((name) => !/[:;]/.test(name))])
      }
    }
  }
  return (emoji, language) => names.get(`${emoji} ${language}`) ?? []
}
