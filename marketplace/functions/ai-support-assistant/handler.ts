import type { FunctionHandler } from 'souk-backend/functions'
import { ASSISTANT, type AssistantQuestion, type AssistantReply } from '../../contract/help/assistant.ts'
import { acceptedTags, firstLanguageOf } from '../../contract/languages.ts'
import { translatorFor } from '../../contract/words/translator.ts'
import { modelServerOf } from '../_shared/model-server.ts'
import { enforceRateLimit } from '../_shared/rate-limit.ts'
import { answer } from './answer.ts'
import type { Asking } from './asking.ts'
import { parseQuestion } from './question.ts'
import { meaningOf } from './understand/meaning.ts'
import { inOtherLanguage } from './understand/other-language.ts'
import { languageOfMessage } from './understand/understand.ts'

/** Answers a question from the help articles, or by a lookup for the caller. Only the token identifies the caller. */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refuse(405, 'Ask with POST.')
  const payload: unknown = await request.json().catch(() => null)
  const accepted = translatorFor(firstLanguageOf(acceptedTags(request.headers.get('accept-language') ?? undefined)))
  const asked = parseQuestion(payload, accepted)
  if ('problem' in asked) return refuse(400, asked.problem)
  const page = asked.language ? translatorFor(asked.language) : accepted
  const { t } = page
  const refusal = await enforceRateLimit(context, 'question', ASSISTANT.perHour, (minutes) =>
    refuse(429, t('assistant.tooManyQuestions', { minutes })),
  )
  if (refusal) return refusal
  // Answer in the language that is asked for, or that of the message if it is clear.
  const other = inOtherLanguage(asked, page.language)
  const question = other?.question ?? asked
  const reader = translatorFor(other?.language ?? languageOfMessage(question.message, page.language))
  const asking: Asking = { ...context, reader, timeZone: question.timeZone ?? 'UTC' }
  return Response.json((await reply(question, asking, request.signal)) satisfies AssistantReply)
}

/** Uses the model if configured; without it, or if it fails, uses the help articles and the same tools. */
async function reply(question: AssistantQuestion, asking: Asking, signal: AbortSignal): Promise<AssistantReply> {
  const { env, log, reader } = asking
  const meant = await meaningOf(question, asking)
  const server = modelServerOf(env)
  // Suspected scams are judged by the guard, never by a model.
  if (!server || meant.label.startsWith('scam:')) return answer(question, meant, asking)
  // Loaded lazily: the library is large, and few installations have a model.
  const { askModel, ModelFailed } = await import('./model/ask-model.ts')
  const timeoutMs = env.TIMEOUT_MS ? { timeoutMs: Number(env.TIMEOUT_MS) } : {}
  try {
    return await askModel(server, question, asking, { signal, ...timeoutMs })
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error
    log.warn('the model returned no answer', { because: error.message })
    const plain = await answer(question, meant, asking)
    const { t } = reader
    const withoutModel = t('assistant.withoutModel')
    return { ...plain, response: `${withoutModel}\n${plain.response}` }
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
