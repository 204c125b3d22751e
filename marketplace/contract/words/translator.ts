import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { defaultLanguage, type Language, languageOf, varietyOf } from '../languages.ts'
import { elide } from './elide.ts'
import type { Reader } from './say.ts'

const LOCALES = join(import.meta.dirname, '../locales')

/** All messages of a locale by id, in ICU MessageFormat. */
export function messagesOf(language: Language): Readonly<Record<string, string>> {
  const folder = join(LOCALES, language)
  const areas = readdirSync(folder).filter((file) => file.endsWith('.json'))
  // locales.test.ts checks that these map ids to strings.
  return Object.assign({}, ...areas.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))))
}

const translators = new Map<Language, Reader>()

/**
 * The translator for a language tag: a person's `profiles.locale`, or the language of a page. Tags that are not offered fall back to the
 * default language. Server only, since it reads all messages and needs the parser.
 */
export function translatorFor(tag: string | null | undefined): Reader {
  const language = languageOf(tag) ?? defaultLanguage()
  const speaker = translators.get(language) ?? createTranslator(language)
  translators.set(language, speaker)
  return speaker
}

/** Messages are compiled on first use. */
function createTranslator(language: Language): Reader {
  const messages = messagesOf(language)
  const locale = varietyOf(language)
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  return {
    language,
    t(id, values = {}) {
      if (!Object.hasOwn(i18n.messages, id)) {
        const message = messages[id]
        if (message === undefined) throw new Error(`There is no message ${id} in ${language}`)
        i18n.load(locale, { [id]: compileMessageOrThrow(message) })
      }
      return elide(language, i18n._(id, values), values)
    },
  }
}
