import { type Language, offerLanguages } from '../../contract/languages.ts'
import type { DrawnMarkup, PageToDraw } from './draw.tsx'
import { activateLocale } from './i18n/messages.ts'
import { config } from './lib/config.ts'

export type DrawPage = (page: PageToDraw) => Promise<DrawnMarkup>

/**
 * Entry point of the server bundle. Module-level messages are resolved when their file is loaded, so the bundle is loaded once per
 * language, after its messages (documents/draw-worker.ts), as in a browser.
 */
export async function drawIn(language: Language): Promise<DrawPage> {
  offerLanguages(config.languages)
  await activateLocale(language)
  return (await import('./draw.tsx')).drawPage
}
