import { z } from 'zod'
import { ASSISTANT, type AssistantQuestion } from '../../contract/assistant.ts'
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
})

/** Reads the payload; `userId` is not looked at. */
export function parseQuestion(payload: unknown, { t }: Reader): AssistantQuestion | { readonly problem: string } {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) return { problem: 'Send JSON with a message.' } // no page does that
  const message = parsed.data.message.trim()
  if (message === '') return { problem: t('Write a question first.') }
  if (codePoints(message) > ASSISTANT.maxMessage)
    return { problem: t('Shorten the question to {max, number} characters or fewer.', { max: ASSISTANT.maxMessage }) }
  const { context = '/', language, timeZone } = parsed.data
  return { message, context, ...(language ? { language } : {}), ...(timeZone ? { timeZone } : {}) }
}
