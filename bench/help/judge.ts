import type { AssistantReply } from '../../marketplace/contract/help/assistant.ts'
import { LANGUAGES } from '../../marketplace/contract/languages.ts'
import { translatorFor } from '../../marketplace/contract/words/translator.ts'
import type { Group, Question } from './questions.ts'

/** Common words that occur in only one of the five languages. */
const ONLY_IN: Readonly<Record<string, string>> = {
  en: 'the and you your it is of for with not what when have this that they are can we',
  pt: 'não uma você os dos das com seu sua tua quando está isso são mas pode em foi ao pelo é também quem',
  es: 'una los las el con cuando está eso son pero puede en del al y fue muy también quien',
  de: 'der die das und nicht ist sie ein eine mit für auf wenn oder zu den dem wir von kann sich ich du',
  fr: 'les des une est vous pas pour avec votre ou quand dans sur ne et ce il la le du que nous qui',
}
const GUESSES = new Set(LANGUAGES.map(({ code }) => translatorFor(code).t('assistant.notSureUnderstood')))

/** The article may be one of three suggestions of an unsure reply. */
export const isGuess = ({ response }: AssistantReply): boolean => GUESSES.has(response)

/** Returns the faults of a reply; none if it is right. */
export function faultsOf(question: Question, reply: AssistantReply): string[] {
  const meets = (group: Group) => isMet(group, reply, question.message)
  const lacking = isJudged(question) ? question.all.filter((group) => !meets(group)) : []
  const none = !isJudged(question) && !question.all.some(meets) ? question.all : []
  const spoken = languageOf(reply.response)
  return [
    ...[...lacking, ...none].map((group) => `lacks ${JSON.stringify(group)}`),
    ...question.none.filter(meets).map((group) => `must not ${JSON.stringify(group)}`),
    ...(spoken !== null && !question.answer_lang.includes(spoken) ? [`answers in ${spoken}`] : []),
  ]
}

/** A judged question needs all of its groups, one of ours any of them. */
const isJudged = ({ id }: Question) => !id.startsWith('own-')

function isMet(group: Group, reply: AssistantReply, message: string): boolean {
  const { articles = [], direct = false, text, label, link, tool, proposal } = group
  const { links } = reply
  const isLinked = articles.some((id) => links.some(({ path }) => path.endsWith(`#${id}`)))
  if (isLinked && !(direct && isGuess(reply))) return true
  if (text && has(text, withoutEcho(reply.response, message))) return true
  if (label && links.some((one) => has(label, one.label))) return true
  if (link && links.some(({ path }) => has(link, path))) return true
  if (tool && has(tool, reply.functionCalled ?? '')) return true
  return proposal !== undefined && has(proposal, reply.proposal?.kind ?? '')
}

const plain = (text: string) => text.replace(/[‘’]/g, "'").replace(/[\u00a0\u202f]/g, ' ')
const has = (pattern: string, text: string) => new RegExp(plain(pattern), 'isu').test(plain(text))
const lettersOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Removes quotations of the question: repeating it must not count as an answer. */
function withoutEcho(text: string, message: string): string {
  const asked = new Set(lettersOf(message))
  return plain(text).replace(/[“"„«]\s*([^“”"„«»]{3,200}?)\s*[”"“»]/gu, (all, quoted: string) =>
    lettersOf(quoted).every((word) => asked.has(word)) ? '' : all,
  )
}

/** The language of a text, if it is clear. */
function languageOf(text: string): string | null {
  const words = lettersOf(text)
  const ranked = Object.entries(ONLY_IN)
    .map(([code, only]) => ({ code, count: words.filter((word) => only.split(' ').includes(word)).length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = ranked
  if (!first || !second || first.count < 3 || first.count < 2 * second.count) return null
  return first.code
}
