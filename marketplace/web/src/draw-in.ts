import { type Language, offerLanguages } from '../../contract/languages.ts'
import type { DrawnMarkup, PageToDraw } from './draw.tsx'
import { activateLocale } from './i18n/messages.ts'
import { config } from './lib/config.ts'

export type DrawPage = (page: PageToDraw) => Promise<DrawnMarkup>

/**
 * The entry of the server's bundle. Messages that stand beside functions are read as their file is loaded: so these files are
 * loaded once for each language, after its messages (documents/draw-worker.ts), as a browser loads them.
 */
export async function drawIn(language: Language): Promise<DrawPage> {
  offerLanguages(config.languages)
  await activateLocale(language)
  return (await import('./draw.tsx')).drawPage
}
