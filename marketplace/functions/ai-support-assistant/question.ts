import { z } from 'zod'
import { ASSISTANT, type AssistantQuestion, type SaidBefore } from '../../contract/help/assistant.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { codePoints } from '../../contract/limits.ts'
import type { Reader } from '../../contract/words/say.ts'

const shape = z.object({
  message: z.string(),
  context: z.string().max(2048).optional().catch(undefined),
  language: z
    .enum(LANGUAGES.map(({ code }) => code))
    .optional()
    .catch(undefined),
  timeZone: z.string().max(60).optional().catch(undefined),
  earlier: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() }))
    .optional()
    .catch(undefined),
})

/** Parses the payload; ignores `userId`. */
export function parseQuestion(payload: unknown, { t }: Reader): AssistantQuestion | { readonly problem: string } {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) return { problem: 'Send JSON with a message.' } // no page does that
  const message = parsed.data.message.trim()
  if (message === '') return { problem: t('assistant.questionMissing') }
  if (codePoints(message) > ASSISTANT.maxMessage)
    return { problem: t('assistant.questionTooLong', { max: ASSISTANT.maxMessage }) }
  const { context = '/', language, timeZone, earlier = [] } = parsed.data
  return {
    message,
    context,
    earlier: latest(earlier),
    ...(language ? { language } : {}),
    ...(timeZone ? { timeZone } : {}),
  }
}

/** The latest messages, shortened to fit the model. */
function latest(said: readonly SaidBefore[]): SaidBefore[] {
  const { lines, maxLine } = ASSISTANT.earlier
  const last = said.filter(({ content }) => content.trim() !== '').slice(-lines)
  // Models expect a conversation to begin with the user.
  const from = last.findIndex(({ role }) => role === 'user')
  return last
    .slice(from < 0 ? last.length : from)
    .map(({ role, content }) => ({ role, content: [...content].slice(0, maxLine).join('') }))
}
