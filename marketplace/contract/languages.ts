/** Languages of the interface and of emails, each by its own name. English is the source language. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'pt', name: 'Português' },
  { code: 'es', name: 'Español' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const SOURCE_LANGUAGE: Language = 'en'

/** The regional variety used in texts, for Intl: dates as in Britain, numbers as in Portugal. */
const VARIETIES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT', es: 'es-ES', de: 'de-DE', fr: 'fr-FR' }

/** The locale for formatting numbers, money and dates; unsupported languages are returned as is. */
export function varietyOf(language: string): string {
  return VARIETIES[language] ?? language
}

let offered: readonly Language[] = LANGUAGES.map(({ code }) => code)

/**
 * Sets the languages that this installation offers, best first; unknown codes are ignored, and an empty list offers all. Set once at
 * startup, and again when an administrator changes them.
 */
export function offerLanguages(codes: readonly string[]): void {
  const known = codes.flatMap((code) => LANGUAGES.filter((language) => language.code === code))
  offered = (known.length > 0 ? known : LANGUAGES).map(({ code }) => code)
}

/** The offered languages, the default one first. */
export function offeredLanguages(): readonly { readonly code: Language; readonly name: string }[] {
  return offered.flatMap((code) => LANGUAGES.filter((language) => language.code === code))
}

/** The language of users who accept none of those offered. */
export function defaultLanguage(): Language {
  return offered[0] ?? SOURCE_LANGUAGE
}

/** Codes of languages written from right to left. None is offered yet; the pages support them. */
const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur']

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
}

/** The offered language for a tag such as "pt-BR"; null when it is not offered. */
export function languageOf(tag: string | null | undefined): Language | null {
  const code = tag?.trim().split(/[-_]/)[0]?.toLowerCase()
  return offered.find((language) => language === code) ?? null
}

/** The first offered language among these tags, best first; the default language without a match. */
export function firstLanguageOf(tags: readonly string[]): Language {
  return tags.map(languageOf).find((language) => language !== null) ?? defaultLanguage()
}

/** The tags of an Accept-Language header, best first (RFC 9110, 12.5.4); those with weight 0 are dropped. */
export function acceptedTags(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { tag, weight: Number.isFinite(weight) ? weight : 0, at }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ tag }) => tag)
}
