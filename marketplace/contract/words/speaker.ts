import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { defaultLanguage, type Language, languageOf, varietyOf } from '../languages.ts'
import type { Reader } from './say.ts'
import serverGerman from './server/de.json' with { type: 'json' }
import serverSpanish from './server/es.json' with { type: 'json' }
import serverFrench from './server/fr.json' with { type: 'json' }
import serverPortuguese from './server/pt.json' with { type: 'json' }
import sharedGerman from './shared/de.json' with { type: 'json' }
import sharedSpanish from './shared/es.json' with { type: 'json' }
import sharedFrench from './shared/fr.json' with { type: 'json' }
import sharedPortuguese from './shared/pt.json' with { type: 'json' }

type Catalogue = Readonly<Record<string, string>>

/** What the server says, in each language but English, by its English text. */
export const SERVER_CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: {},
  pt: { ...sharedPortuguese, ...serverPortuguese },
  es: { ...sharedSpanish, ...serverSpanish },
  de: { ...sharedGerman, ...serverGerman },
  fr: { ...sharedFrench, ...serverFrench },
}

const speakers = new Map<Language, Reader>()

/**
 * The server's words for somebody: for a person by `profiles.locale`, for a page by the language that it is shown in.
 * A tag that is none of those offered is the default language. For the server only, as it holds every catalogue and the parser of messages.
 */
export function speakerFor(tag: string | null | undefined): Reader {
  const language = languageOf(tag) ?? defaultLanguage()
  const speaker = speakers.get(language) ?? createSpeaker(language)
  speakers.set(language, speaker)
  return speaker
}

/** Each message is compiled when it is first said. */
function createSpeaker(language: Language): Reader {
  const catalogue = SERVER_CATALOGUES[language]
  const locale = varietyOf(language)
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  return {
    language,
    t(message, values = {}) {
      if (!Object.hasOwn(i18n.messages, message)) {
        const compiled = compileMessageOrThrow(catalogue[message] ?? message)
        // Lingui types messages as strings and takes compiled ones.
        i18n.load(locale, { [message]: compiled as unknown as string })
      }
      return i18n._(message, values)
    },
  }
}
