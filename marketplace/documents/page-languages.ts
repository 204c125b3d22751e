import type { PageDocument } from 'souk-backend/pages'
import { defaultLanguage, type Language, languageOf, offeredLanguages, varietyOf } from '../contract/languages.ts'
import type { Reader } from '../contract/words/say.ts'

/**
 * The addresses of a page whose words are the market's own: one for each language offered, the first being the plain one, and the
 * plain one again for everybody else, as it speaks what the browser accepts. An address that names a language is its own
 * canonical one, so that search engines keep them apart.
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

/** A document's path that speaks the reader's language to whoever says none: readers of feeds, makers of previews. */
export function inLanguageOf({ language }: Reader, path: string): string {
  return addressIn(language, path)
}

/** What previews are told about the words: Open Graph wants a territory. */
export function localeOf({ language }: Reader): { locale: string } {
  return { locale: varietyOf(language).replace('-', '_') }
}
