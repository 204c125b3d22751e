import { z } from 'zod'
import { ASSISTANT, type AssistantQuestion } from '../../contract/assistant.ts'
import { codePoints } from '../../contract/limits.ts'

const shape = z.object({
  message: z.string(),
  context: z.string().max(2048).optional().catch(undefined),
})

/** Reads the payload; `userId` is not looked at. */
export function parseQuestion(payload: unknown): AssistantQuestion | { readonly problem: string } {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) return { problem: 'Send JSON with a message.' }
  const message = parsed.data.message.trim()
  if (message === '') return { problem: 'Write a question first.' }
  if (codePoints(message) > ASSISTANT.maxMessage)
    return { problem: `Shorten the question to ${ASSISTANT.maxMessage} characters or fewer.` }
  return { message, context: parsed.data.context ?? '/' }
}
