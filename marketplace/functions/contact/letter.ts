import { z } from 'zod'
import { CONTACT, type Letter, type TicketReply, TOPIC_TEXT, TOPICS } from '../../contract/contact.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { codePoints } from '../../contract/limits.ts'

const Line = z.object({ role: z.enum(['user', 'assistant']), content: z.string().max(CONTACT.transcript.maxLine) })

const LetterShape = z.object({
  clientId: z.uuid(),
  topic: z.enum(TOPICS),
  body: z.string(),
  name: z.string().trim().max(CONTACT.name.max).optional(),
  email: z.string().trim().max(254).optional(),
  where: z.string().trim().max(CONTACT.where.max).optional(),
  goodFaith: z.boolean().optional(),
  transcript: z.array(Line).max(CONTACT.transcript.mostLines).optional(),
  website: z.string().optional(),
  language: z
    .enum(LANGUAGES.map(({ code }) => code))
    .optional()
    .catch(undefined),
})
const ReplyShape = z.object({ ticketId: z.uuid(), body: z.string() })

export interface Posted {
  readonly letter: Letter | null
  readonly reply: TicketReply | null
  readonly pictures: readonly File[]
}

/** What was posted, or the sentence that says what is wrong with it. */
export async function readPosted(request: Request): Promise<Posted | { readonly problem: string }> {
  const form = await request.formData().catch(() => null)
  const pictures = form?.getAll('picture').filter((part) => part instanceof File) ?? []
  const problem = wrongWithPictures(pictures)
  if (problem) return { problem }
  const letter = LetterShape.safeParse(jsonIn(form, 'letter'))
  if (letter.success) return { letter: letter.data, reply: null, pictures }
  const reply = ReplyShape.safeParse(jsonIn(form, 'reply'))
  if (reply.success) return { letter: null, reply: reply.data, pictures }
  return { problem: 'The letter did not arrive whole. Send it again.' }
}

function jsonIn(form: FormData | null, name: string): unknown {
  const text = form?.get(name)
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    return null // said to the sender as a letter that is not whole
  }
}

function wrongWithPictures(pictures: readonly File[]): string | null {
  const { most, maxBytes, types } = CONTACT.pictures
  if (pictures.length > most) return `Send ${most} pictures at most.`
  if (pictures.some(({ type }) => !types.some((known) => known === type))) return 'Send pictures as JPEG, PNG or WebP.'
  if (pictures.some(({ size }) => size > maxBytes)) return 'One picture is larger than 5 MB.'
  return null
}

/** What the letter itself lacks, as a sentence; null when nothing. */
export function wrongWithLetter({ topic, body, where, goodFaith, website }: Letter): string | null {
  const { min, max } = CONTACT.body
  const length = codePoints(body.trim())
  if (website) return 'A field that people do not see was filled in. Leave it empty and send the letter again.'
  if (length < min || length > max) return `Write ${min} to 4,000 characters.`
  if (TOPIC_TEXT[topic].isWhereNeeded && !where) return 'Say where it is: the exact address of the page.'
  if (topic === 'illegal' && goodFaith !== true)
    return 'Confirm that you believe what you write to be right and complete.'
  return null
}
