import { z } from 'zod'
import { CONTACT, type Ticket, type TicketReply, TOPIC_TEXT, TOPICS } from '../../contract/help/contact.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { codePoints } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/refusals/refusal.ts'

const Line = z.object({ role: z.enum(['user', 'assistant']), content: z.string().max(CONTACT.transcript.maxLine) })

const TicketShape = z.object({
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
  readonly ticket: Ticket | null
  readonly reply: TicketReply | null
  readonly pictures: readonly File[]
}

/** Parses the posted form, or returns what is wrong with it. */
export async function readPosted(request: Request): Promise<Posted | { readonly problem: Refusal }> {
  const form = await request.formData().catch(() => null)
  const pictures = form?.getAll('picture').filter((part) => part instanceof File) ?? []
  const problem = wrongWithPictures(pictures)
  if (problem) return { problem }
  const ticket = TicketShape.safeParse(jsonIn(form, 'ticket'))
  if (ticket.success) return { ticket: ticket.data, reply: null, pictures }
  const reply = ReplyShape.safeParse(jsonIn(form, 'reply'))
  if (reply.success) return { ticket: null, reply: reply.data, pictures }
  return { problem: { code: 'SK916' } }
}

function jsonIn(form: FormData | null, name: string): unknown {
  const text = form?.get(name)
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    return null // reported to the sender as an incomplete message
  }
}

function wrongWithPictures(pictures: readonly File[]): Refusal | null {
  const { most, maxBytes, types } = CONTACT.pictures
  if (pictures.length > most) return { code: 'SK925' }
  if (pictures.some(({ type }) => !types.some((known) => known === type))) return { code: 'SK923' }
  if (pictures.some(({ size }) => size > maxBytes)) return { code: 'SK924' }
  return null
}

/** What is wrong with the message; null if nothing. */
export function wrongWithTicket({ topic, body, where, goodFaith, website }: Ticket): Refusal | null {
  const { min, max } = CONTACT.body
  const length = codePoints(body.trim())
  if (website) return { code: 'SK917' }
  if (length < min || length > max) return { code: 'SK918' }
  if (TOPIC_TEXT[topic].isWhereNeeded && !where) return { code: 'SK921' }
  if (topic === 'illegal' && goodFaith !== true) return { code: 'SK922' }
  return null
}
