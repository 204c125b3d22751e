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

/** Where a choice is kept on this device. */
const STORED = 'language'

/** What a page knows when it decides in which language it speaks. */
export interface LanguageSigns {
  stored: string | null
  search: string
  accepted: readonly string[]
}

/** The choice of this person, else what the link asks for (`?lang=de`), else what the browser accepts. */
export function decideLanguage({ stored, search, accepted }: LanguageSigns): Language {
  return languageOf(stored) ?? languageOf(new URLSearchParams(search).get('lang')) ?? firstLanguageOf(accepted)
}

/** Decides the language of this page and has its messages before anything is drawn. */
export async function openLanguage(): Promise<void> {
  offerLanguages(config.languages)
  const wanted = decideLanguage({
    stored: storedLanguage(),
    search: location.search,
    accepted: navigator.languages,
  })
  // What the server drew speaks as the browser asks; here something else may be wanted.
  if (wanted !== document.documentElement.lang) document.documentElement.dataset.otherPage = ''
  const active = await activateLocale(wanted).then(
    () => wanted,
    // A page in English is better than none: the next load asks again.
    () => activateLocale(SOURCE_LANGUAGE).then(() => SOURCE_LANGUAGE),
  )
  declare(active)
}

function declare(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** What a new account is told about the language of its mails; nothing when that is English. */
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

/** Whether somebody has chosen a language on this device. */
export function hasChosenLanguage(): boolean {
  return languageOf(storedLanguage()) !== null
}

/** Keeps the choice for the next visits. The page speaks it after `location.reload()`. */
function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language)
  } catch {
    // Storage may be forbidden: the address carries the choice then.
  }
}

/** Changes the language: keeps the choice and loads this page again in it. */
export function chooseLanguage(language: Language): void {
  rememberLanguage(language)
  const here = new URL(location.href)
  here.searchParams.delete('lang')
  if (storedLanguage() !== language) here.searchParams.set('lang', language)
  location.replace(here)
  if (here.href === location.href) location.reload()
}
