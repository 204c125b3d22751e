import { i18n } from '@lingui/core'
import { type Language, SOURCE_LANGUAGE, varietyOf } from '../../../contract/languages.ts'
import type { MessageArea } from '../../../contract/words/message-id.ts'
import { messagesOf } from './message-files.ts'

// Catches a part that was loaded without its messages: page tests allow no console errors.
i18n.on('missing', ({ id }) => console.error(`There is no message ${id}`))

/** Activates a locale with the messages of the frame. Throws when they cannot be loaded. */
export async function activateLocale(locale: Language): Promise<void> {
  const messages = await messagesOf(locale, 'frame')
  i18n.loadAndActivate({ locale, locales: varietyOf(locale), messages })
}

/**
 * Adds the messages of areas to the active locale. The build inserts calls before each dynamic import (web/vite-messages.ts). Throws when
 * they cannot be loaded, as the import itself does.
 */
export async function loadMessages(...areas: readonly MessageArea[]): Promise<void> {
  const locale = currentLanguage()
  const all = await Promise.all(areas.map((area) => messagesOf(locale, area)))
  for (const messages of all) i18n.load(locale, messages)
}

/** The code of the active locale. */
export function currentLanguage(): Language {
  return (i18n.locale || SOURCE_LANGUAGE) as Language // activateLocale() accepts nothing else
}
