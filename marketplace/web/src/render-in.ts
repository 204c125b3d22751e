import { type Language, offerLanguages } from '../../contract/languages.ts'
import { activateLocale } from './i18n/messages.ts'
import { config } from './lib/config.ts'
import type { PageToRender, RenderedMarkup } from './render-to-html.tsx'

export type RenderPage = (page: PageToRender) => Promise<RenderedMarkup>

/**
 * Entry point of the server bundle. Module-level messages are resolved when their file is loaded, so the bundle is loaded once per
 * language, after its messages (documents/render-worker.ts), as in a browser.
 */
export async function renderIn(language: Language): Promise<RenderPage> {
  offerLanguages(config.languages)
  await activateLocale(language)
  return (await import('./render-to-html.tsx')).renderPage
}
