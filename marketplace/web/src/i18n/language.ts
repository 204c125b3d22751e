import {
  directionOf,
  firstLanguageOf,
  type Language,
  languageOf,
  offerLanguages,
  SOURCE_LANGUAGE,
} from '../../../contract/languages.ts'
import { config } from '../lib/config.ts'
import { activateLocale, currentLanguage } from './messages.ts'

/** Local storage key of the chosen language. */
const STORED = 'language'

/** What a page's language is decided from. */
export interface LanguageSigns {
  stored: string | null
  search: string
  accepted: readonly string[]
}

/** The stored choice, else the language in the link (`?lang=de`), else what the browser accepts. */
export function decideLanguage({ stored, search, accepted }: LanguageSigns): Language {
  return languageOf(stored) ?? languageOf(new URLSearchParams(search).get('lang')) ?? firstLanguageOf(accepted)
}

/** Decides the language of this page and loads its messages before anything renders. */
export async function openLanguage(): Promise<void> {
  offerLanguages(config.languages)
  const wanted = decideLanguage({
    stored: storedLanguage(),
    search: location.search,
    accepted: navigator.languages,
  })
  // The server rendered in the browser's language; this page may need another.
  if (wanted !== document.documentElement.lang) document.documentElement.dataset.otherPage = ''
  const active = await activateLocale(wanted).then(
    () => wanted,
    // A page in English is better than none: the next load tries again.
    () => activateLocale(SOURCE_LANGUAGE).then(() => SOURCE_LANGUAGE),
  )
  declare(active)
}

function declare(language: Language): void {
  const page = document.documentElement
  const direction = directionOf(language)
  // Only if they differ: setting them triggers a style recalculation of the whole page.
  if (page.lang !== language) page.lang = language
  if ((page.dir || 'ltr') !== direction) page.dir = direction
}

/** The locale that a new account is created with, for its emails; empty for English, the default. */
export function languageOfAccount(): { locale?: Language } {
  const locale = currentLanguage()
  return locale === SOURCE_LANGUAGE ? {} : { locale }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}

/** Whether a language has been chosen on this device. */
export function hasChosenLanguage(): boolean {
  return languageOf(storedLanguage()) !== null
}

/** Stores the choice for later visits. It takes effect after `location.reload()`. */
function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language)
  } catch {
    // Storage may be blocked: the URL then carries the choice.
  }
}

/** Changes the language: stores the choice and reloads this page in it. */
export function chooseLanguage(language: Language): void {
  rememberLanguage(language)
  const here = new URL(location.href)
  here.searchParams.delete('lang')
  if (storedLanguage() !== language) here.searchParams.set('lang', language)
  location.replace(here)
  if (here.href === location.href) location.reload()
}
