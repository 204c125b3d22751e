import type { AssistantQuestion } from '../../../contract/help/assistant.ts'
import { LANGUAGES, type Language, offeredLanguages } from '../../../contract/languages.ts'
import { decide } from './decide.ts'
import { wordsOf } from './features.ts'
import { intentsOf, languageOfMessage } from './understand.ts'

/** Most words of a message that only asks for another language, and that only says which isn't understood. */
const LONGEST = { asks: 4, refuses: 6 }
const NOT = /(?<!\p{L})(?:not|don[’']?t|no|nicht|kein|keine|pas|não)(?!\p{L})/iu

/** The names of each language in all of them: "German", "alemão", "Deutsch". */
const NAMES = LANGUAGES.map(({ code }) => ({
  code,
  names: new Set(
    LANGUAGES.flatMap((said) => wordsOf(new Intl.DisplayNames([said.code], { type: 'language' }).of(code) ?? '')),
  ),
}))

/** "And in German, please?" or "I don't understand German" asks the question before once more, in that language or that of the message. */
export function inOtherLanguage(
  { earlier = [], ...question }: AssistantQuestion,
  page: Language,
): { question: AssistantQuestion; language: Language } | null {
  const words = wordsOf(question.message)
  const named = NAMES.find(({ names }) => words.some((word) => names.has(word)))?.code
  const refuses = NOT.test(question.message)
  const before = earlier.findLastIndex(({ role }) => role === 'user')
  const asked = earlier[before]
  if (!named || !asked || words.length > (refuses ? LONGEST.refuses : LONGEST.asks)) return null
  if (decide(intentsOf(question.message))[0]?.label !== 'languages') return null
  const language = refuses ? languageOfMessage(question.message, page) : named
  if (!offeredLanguages().some(({ code }) => code === language)) return null
  const repeated = { ...question, message: asked.content, earlier: earlier.slice(0, before) }
  // The question before may itself have asked for a language.
  return { question: inOtherLanguage(repeated, page)?.question ?? repeated, language }
}
