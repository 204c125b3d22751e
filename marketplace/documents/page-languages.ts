import type { PageDocument } from 'souk-backend/pages'
import { defaultLanguage, type Language, languageOf, offeredLanguages, varietyOf } from '../contract/languages.ts'
import type { Reader } from '../contract/words/say.ts'

/**
 * The URLs of a translated page: one for each offered language, the first being the plain one, and the plain one again as x-default, since
 * it follows Accept-Language. A URL with a language is its own canonical URL, so that search engines keep them apart.
 */
export function inEveryLanguage(plain: string, url: URL): Required<Pick<PageDocument, 'canonical' | 'languages'>> {
  const asked = languageOf(url.searchParams.get('lang'))
  return {
    canonical: asked === null ? plain : addressIn(asked, plain),
    languages: [
      ...offeredLanguages().map(({ code }) => ({ language: code, href: addressIn(code, plain) })),
      { language: 'x-default', href: plain },
    ],
  }
}

function addressIn(language: Language, plain: string): string {
  if (language === defaultLanguage()) return plain
  return `${plain}${plain.includes('?') ? '&' : '?'}lang=${language}`
}

/** A document's path with an explicit language, for clients that send none: feed readers, preview crawlers. */
export function inLanguageOf({ language }: Reader, path: string): string {
  return addressIn(language, path)
}

/** The locale for previews: Open Graph requires a territory. */
export function localeOf({ language }: Reader): { locale: string } {
  return { locale: varietyOf(language).replace('-', '_') }
}
