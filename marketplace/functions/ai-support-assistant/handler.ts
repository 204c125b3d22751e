import { createHmac } from 'node:crypto'
import type { FunctionContext, FunctionHandler } from '../../../backend/src/functions/function.ts'
import { ASSISTANT, type AssistantQuestion, type AssistantReply } from '../../contract/assistant.ts'
import { acceptedTags, firstLanguageOf } from '../../contract/languages.ts'
import { speakerFor } from '../../contract/words/speaker.ts'
import { modelServerOf } from '../_shared/model-server.ts'
import { answer } from './answer.ts'
import type { Asking } from './asking.ts'
import { parseQuestion } from './question.ts'

/** Answers a question from the help articles, or by looking something up for the caller. Who asks is in the token alone. */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refuse(405, 'Ask with POST.')
  const payload: unknown = await request.json().catch(() => null)
  const accepted = speakerFor(firstLanguageOf(acceptedTags(request.headers.get('accept-language') ?? undefined)))
  const question = parseQuestion(payload, accepted)
  if ('problem' in question) return refuse(400, question.problem)
  const reader = question.language ? speakerFor(question.language) : accepted
  const { t } = reader
  const freeAt = await takeTurn(context)
  if (freeAt !== null) {
    const minutes = Math.max(1, Math.ceil((freeAt.getTime() - Date.now()) / 60_000))
    return refuse(
      429,
      t('That is a lot of questions. The next one is free in {minutes} min; Contact is always open.', { minutes }),
      {
        'retry-after': String(minutes * 60),
      },
    )
  }
  const asking: Asking = { ...context, reader, timeZone: question.timeZone ?? 'UTC' }
  return Response.json((await reply(question, asking, request.signal)) satisfies AssistantReply)
}

/** By the model, if there is one; without it, and when it fails, from the help articles and the same tools. */
async function reply(question: AssistantQuestion, asking: Asking, signal: AbortSignal): Promise<AssistantReply> {
  const { env, log, reader } = asking
  const server = modelServerOf(env)
  if (!server) return answer(question, asking)
  // Its library is large, and few installations have a model.
  const { askModel, ModelFailed } = await import('./model/ask-model.ts')
  const timeoutMs = env.TIMEOUT_MS ? { timeoutMs: Number(env.TIMEOUT_MS) } : {}
  try {
    return await askModel(server, question, asking, { signal, ...timeoutMs })
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error
    log.warn('the model gave no answer', { because: error.message })
    const plain = await answer(question, asking)
    const { t } = reader
    const withoutModel = t('I cannot think that through right now. This is what I find without it.')
    return { ...plain, response: `${withoutModel}\n${plain.response}` }
  }
}

/** Counted in the database, so that several processes count together. Addresses are kept as keyed hashes, for an hour. */
async function takeTurn({ caller, clientAddress, env, supabaseAdmin }: FunctionContext): Promise<Date | null> {
  const address = () =>
    createHmac('sha256', env.ADDRESS_KEY ?? '')
      .update(clientAddress)
      .digest('base64url')
  const { data, error } = await supabaseAdmin.rpc('take_assistant_turn', {
    asker: caller.userId ?? `address ${address()}`,
    most_per_hour: caller.userId === null ? ASSISTANT.perHour.guest : ASSISTANT.perHour.signedIn,
  })
  if (error) throw new Error(error.message)
  return typeof data === 'string' ? new Date(data) : null
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers })
}
