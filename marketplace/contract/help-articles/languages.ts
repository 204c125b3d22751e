import { ARTICLES, articlesIn } from '../help-articles.ts'
import type { Language } from '../languages.ts'
import type { Article } from './article.ts'
import { GERMAN } from './de.ts'
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { PORTUGUESE } from './pt.ts'

/** The help in every language, for the server: a page of the web app loads its own language alone. */
export const HELP: Readonly<Record<Language, readonly Article[]>> = {
  en: ARTICLES,
  pt: articlesIn(PORTUGUESE),
  es: articlesIn(SPANISH),
  de: articlesIn(GERMAN),
  fr: articlesIn(FRENCH),
}
