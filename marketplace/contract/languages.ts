/** The languages of the interface and of the mails, each under its own name. English is the language of the source. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'pt', name: 'Português' },
  { code: 'es', name: 'Español' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const SOURCE_LANGUAGE: Language = 'en'

/** The variety that the words are in, for Intl: days as in Britain, money and thousands as in Portugal. */
const VARIETIES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT', es: 'es-ES', de: 'de-DE', fr: 'fr-FR' }

/** How numbers, money and days are written in a language; languages that are none of ours are taken as they are. */
export function varietyOf(language: string): string {
  return VARIETIES[language] ?? language
}

let offered: readonly Language[] = LANGUAGES.map(({ code }) => code)

/**
 * Says which of the languages this installation offers, best first; codes that are none of ours are left out, and without
 * any all are offered. Told once by whoever starts, a page or a server, and again when an administrator chooses others.
 */
export function offerLanguages(codes: readonly string[]): void {
  const known = codes.flatMap((code) => LANGUAGES.filter((language) => language.code === code))
  offered = (known.length > 0 ? known : LANGUAGES).map(({ code }) => code)
}

/** What readers can choose, the language of those whose browser asks for none of them first. */
export function offeredLanguages(): readonly { readonly code: Language; readonly name: string }[] {
  return offered.flatMap((code) => LANGUAGES.filter((language) => language.code === code))
}

/** The language of those who ask for none that is offered. */
export function defaultLanguage(): Language {
  return offered[0] ?? SOURCE_LANGUAGE
}

/** Languages whose lines run from right to left, by their code. None is offered yet; the pages are ready for them. */
const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur']

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
}

/** The language that a tag such as "pt-BR" asks for, or null when it is not one of those offered. */
export function languageOf(tag: string | null | undefined): Language | null {
  const code = tag?.trim().split(/[-_]/)[0]?.toLowerCase()
  return offered.find((language) => language === code) ?? null
}

/** The first of these tags that is offered, best first as browsers list them; the default language when none is. */
export function firstLanguageOf(tags: readonly string[]): Language {
  return tags.map(languageOf).find((language) => language !== null) ?? defaultLanguage()
}

/** The tags of an Accept-Language header, best first (RFC 9110, 12.5.4); those with weight 0 are refused. */
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
