import {
  directionOf,
  firstLanguageOf,
  type Language,
  languageOf,
  offerLanguages,
  SOURCE_LANGUAGE,
} from '../../../contract/languages.ts'
import { config } from '../app/config.ts'
import { type Catalogue, speak, spokenLanguage } from './t.ts'
import { knowSentences } from './translated.ts'

/** Where a choice is kept on this device. */
const STORED = 'language'

const catalogues: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => Promise.resolve({ default: {} }),
  pt: () => import('./catalogues/pt.json'),
  es: () => import('./catalogues/es.json'),
  de: () => import('./catalogues/de.json'),
  fr: () => import('./catalogues/fr.json'),
}

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

/** Decides the language of this page and has its catalogue before anything is drawn. English waits for nothing. */
export async function openLanguage(): Promise<void> {
  offerLanguages(config.languages)
  const wanted = decideLanguage({
    stored: storedLanguage(),
    search: location.search,
    accepted: navigator.languages,
  })
  // What the server drew speaks as the browser asks; here something else may be wanted.
  if (wanted !== document.documentElement.lang) document.documentElement.dataset.otherPage = ''
  try {
    await speakLanguage(wanted)
  } catch {
    // A page in English is better than none: the next load asks again.
    return declare(SOURCE_LANGUAGE)
  }
  declare(wanted)
}

/** Has the words of a language and speaks them from now on. Throws when they cannot be loaded. */
export async function speakLanguage(language: Language): Promise<void> {
  if (language === SOURCE_LANGUAGE) return
  const [catalogue, { SERVER_SENTENCES }] = await Promise.all([catalogues[language](), import('./server-sentences.ts')])
  speak(language, catalogue.default)
  knowSentences(SERVER_SENTENCES)
}

function declare(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** The language of this page. */
export function currentLanguage(): Language {
  return languageOf(spokenLanguage()) ?? SOURCE_LANGUAGE
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
