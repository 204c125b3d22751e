import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import german from './words/de.json' with { type: 'json' }
import english from './words/en.json' with { type: 'json' }
import spanish from './words/es.json' with { type: 'json' }
import french from './words/fr.json' with { type: 'json' }
import portuguese from './words/pt.json' with { type: 'json' }

/** All texts of the auth service's emails and text messages in one language, with placeholders in braces. */
export type AuthWords = typeof english

export type EmailKind = keyof AuthWords['emails']
export type NoticeKind = keyof AuthWords['notices']

/** Notices emailed to an account's owner without a request. The first seven are GoTrue's. */
export const NOTICE_KINDS = Object.keys(english.notices) as NoticeKind[]

/** Texts and their language (BCP 47). */
export interface SpokenWords {
  readonly language: string
  readonly words: AuthWords
}

/** Texts for a user, by `user_metadata.locale`, which sign-up and the settings write; English if it is missing or unknown. */
export type WordsFor = (metadata: Readonly<Record<string, unknown>>) => SpokenWords

const BUILT_IN: Readonly<Record<string, AuthWords>> = {
  en: english,
  pt: portuguese,
  es: spanish,
  de: german,
  fr: french,
}

/**
 * The service's texts, overridden by an operator's: `folder` contains files `<language>.json` with any part of words/en.json.
 * A new language falls back to English.
 * @throws {StartupError} for an unreadable file or an unknown text
 */
export async function readAuthWords(folder: string | null): Promise<WordsFor> {
  const books = new Map(Object.entries(BUILT_IN))
  for (const [language, changes] of folder === null ? [] : await filesIn(folder)) {
    const name = `${language}.json`
    books.set(language, changed(books.get(language) ?? english, changes, name) as AuthWords)
  }
  const fallback = { language: 'en', words: books.get('en') ?? english }
  return ({ locale }) => {
    const language = typeof locale === 'string' ? (locale.split(/[-_]/)[0]?.toLowerCase() ?? '') : ''
    const words = books.get(language)
    return words ? { language, words } : fallback
  }
}

/** The built-in texts, for tests and tools. */
export const builtInWords: WordsFor = await readAuthWords(null)

/** Fills in the placeholders of a text. Missing values become empty. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
}

async function filesIn(folder: string): Promise<[language: string, content: unknown][]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new StartupError(`AUTH_WORDS_DIR: ${folder} cannot be read.`, { cause })
  })
  const files = names.filter((name) => /^[a-z]{2,3}\.json$/.test(name)).sort()
  return Promise.all(files.map(async (name) => [name.slice(0, -5), await contentOf(join(folder, name))]))
}

async function contentOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new StartupError(`AUTH_WORDS_DIR: ${path} is no JSON.`, { cause })
  }
}

type Words = Readonly<Record<string, unknown>>

const hasParts = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges `changes` into `words`. `where` is the path for error messages. */
function changed(words: unknown, changes: unknown, where: string): unknown {
  if (!hasParts(words)) {
    // The email that contains only a code has no button.
    if (typeof changes !== 'string' || words === null)
      throw new StartupError(`AUTH_WORDS_DIR: ${where} cannot be changed so.`)
    return changes
  }
  if (!hasParts(changes)) throw new StartupError(`AUTH_WORDS_DIR: ${where} should hold several words.`)
  const result: Record<string, unknown> = { ...words }
  for (const [key, change] of Object.entries(changes)) {
    if (!Object.hasOwn(words, key)) throw new StartupError(`AUTH_WORDS_DIR: nothing says ${where} ${key}.`)
    result[key] = changed(words[key], change, `${where} ${key}`)
  }
  return result
}
