import { createHmac } from 'node:crypto'
import type { FunctionContext, FunctionHandler } from '../../../backend/src/functions/function.ts'
import { ASSISTANT, type AssistantReply } from '../../contract/assistant.ts'
import { answer } from './answer.ts'
import { parseQuestion } from './question.ts'

/** Answers a question from the help articles, or by looking something up for the caller. Who asks is in the token alone. */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refuse(405, 'Ask with POST.')
  const question = parseQuestion(await request.json().catch(() => null))
  if ('problem' in question) return refuse(400, question.problem)
  const freeAt = await takeTurn(context)
  if (freeAt !== null) {
    const minutes = Math.max(1, Math.ceil((freeAt.getTime() - Date.now()) / 60_000))
    return refuse(429, `That is a lot of questions. The next one is free in ${minutes} min; Contact is always open.`, {
      'retry-after': String(minutes * 60),
    })
  }
  return Response.json((await answer(question, context)) satisfies AssistantReply)
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
