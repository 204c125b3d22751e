import { i18n } from '@lingui/core'
import { varietyOf } from '../../../contract/languages.ts'
import type { Values } from '../../../contract/words/say.ts'

/** A message as `@lingui/message-utils` compiles it: pieces of text and what is put between them. */
export type Compiled = readonly unknown[]

/** The messages of a language by their English text; compiled by the build, plain where nothing builds (tests, `vite`). */
export type Catalogue = Readonly<Record<string, string | Compiled>>

i18n.loadAndActivate({ locale: 'en', messages: {} })

/**
 * The message in the reader's language, given in English, which is also its key. Placeholders and plurals are written
 * in ICU MessageFormat. The catalogue is there before any page is (start.ts), so that constants may call this too.
 *
 * `compiled` is the English message as the build compiles it (web/compiled-messages.ts): no parser is shipped.
 */
export function t(message: string, values?: Values, compiled?: Compiled): string {
  if (!values) {
    const known = i18n.messages[message]
    return typeof known === 'string' ? known : (known?.join('') ?? message)
  }
  // Lingui types messages as strings and takes compiled ones.
  return i18n._(message, values, compiled ? { message: compiled as unknown as string } : {})
}

/** The language that is spoken now, by its code. */
export function spokenLanguage(): string {
  return i18n.locale
}

/** Makes a language the one that is spoken from now on. */
export function speak(language: string, catalogue: Catalogue): void {
  i18n.loadAndActivate({
    locale: language,
    locales: varietyOf(language),
    messages: { ...catalogue } as typeof i18n.messages,
  })
}
