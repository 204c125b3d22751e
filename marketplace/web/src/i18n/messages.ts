import { i18n } from '@lingui/core'
import { type Language, SOURCE_LANGUAGE, varietyOf } from '../../../contract/languages.ts'
import type { MessageArea } from '../../../contract/words/message-id.ts'
import { messagesOf } from './message-files.ts'

// A part that was loaded without its messages: seen by tests of pages, which allow no errors.
i18n.on('missing', ({ id }) => console.error(`There is no message ${id}`))

/** Activates a locale, with the messages that every page needs. Throws when they cannot be loaded. */
export async function activateLocale(locale: Language): Promise<void> {
  const messages = await messagesOf(locale, 'frame')
  i18n.loadAndActivate({ locale, locales: varietyOf(locale), messages })
}

/**
 * Adds areas to what this page can say. The build calls it before each part that is loaded late (web/vite-messages.ts).
 * Throws when they cannot be loaded, as the part itself does.
 */
export async function loadMessages(...areas: readonly MessageArea[]): Promise<void> {
  const locale = currentLanguage()
  const all = await Promise.all(areas.map((area) => messagesOf(locale, area)))
  for (const messages of all) i18n.load(locale, messages)
}

/** The language that is active, by its code. */
export function currentLanguage(): Language {
  return (i18n.locale || SOURCE_LANGUAGE) as Language // activateLocale() is told no other
}
