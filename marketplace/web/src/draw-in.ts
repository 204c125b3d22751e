import { type Language, offerLanguages } from '../../contract/languages.ts'
import { config } from './app/config.ts'
import type { DrawnMarkup, PageToDraw } from './draw.tsx'
import { speakLanguage } from './i18n/language.ts'

export type DrawPage = (page: PageToDraw) => Promise<DrawnMarkup>

/**
 * The entry of the server's bundle. Sentences that stand beside functions are said as their file is loaded: so these files are
 * loaded once for each language, after its words (documents/draw-worker.ts), as a browser loads them.
 */
export async function drawIn(language: Language): Promise<DrawPage> {
  offerLanguages(config.languages)
  await speakLanguage(language)
  return (await import('./draw.tsx')).drawPage
}
