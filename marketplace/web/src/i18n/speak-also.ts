import { i18n } from '@lingui/core'
import type { Language } from '../../../contract/languages.ts'
import { currentLanguage } from './language.ts'
import type { Catalogue } from './t.ts'

/** The words of a part of the app that few people open, by language. English needs none. */
export type PartCatalogues = Readonly<Partial<Record<Language, () => Promise<{ default: Catalogue }>>>>

/**
 * Adds the words of a part to what this page can say. Wait for it before the part's modules are evaluated: their
 * constants call `t`. When they cannot be loaded the part is in English, as the whole page would be.
 */
export async function speakAlso(catalogues: PartCatalogues): Promise<void> {
  const language = currentLanguage()
  try {
    const catalogue = await catalogues[language]?.()
    if (catalogue) i18n.load(language, catalogue.default as typeof i18n.messages)
  } catch {
    // As in openLanguage(): the next load asks again.
  }
}
