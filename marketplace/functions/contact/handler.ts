import { randomUUID } from 'node:crypto'
import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { CONTACT, type Filed, type Ticket, type TicketPicture, type TicketReply } from '../../contract/help/contact.ts'
import { acceptedTags, firstLanguageOf } from '../../contract/languages.ts'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import type { Refusal } from '../../contract/refusals/refusal.ts'
import { enforceRateLimit } from '../_shared/rate-limit.ts'
import { readPosted, wrongWithTicket } from './ticket.ts'

const BUCKET = 'ticket-attachments'
const Address = z.email()

/** Opens a support ticket for any caller, or adds a reply with pictures to the caller's own ticket. */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const posted = await readPosted(request)
  if ('problem' in posted) return refusalAnswer(posted.problem)
  const { ticket, reply, pictures } = posted
  if (reply) return addToTicket(reply, pictures, context)
  const language = firstLanguageOf(acceptedTags(request.headers.get('accept-language') ?? undefined))
  return fileTicket({ language, ...(ticket as Ticket) }, pictures, context) // one of the two is there
}

async function fileTicket(ticket: Ticket, pictures: readonly File[], context: FunctionContext): Promise<Response> {
  const problem = wrongWithTicket(ticket)
  if (problem) return refusalAnswer(problem)
  const sender = await senderOf(ticket, context)
  if ('problem' in sender) return refusalAnswer(sender.problem)
  const refusal = await enforceRateLimit(context, 'ticket', CONTACT.perHour, formStays)
  if (refusal) return refusal

  const id = randomUUID()
  const kept = await keepPictures(id, pictures, context)
  if (kept === null) return refusalAnswer({ code: 'SK926' })
  const { data, error } = await context.supabaseAdmin.rpc('file_ticket', {
    ticket_id: id,
    client_id: ticket.clientId,
    person: sender.id,
    name: sender.name,
    email: sender.email,
    topic: ticket.topic,
    fields: {
      ...(ticket.where ? { where: ticket.where } : {}),
      ...(ticket.goodFaith ? { good_faith: true } : {}),
      language: ticket.language,
    },
    body: ticket.body,
    attachments: kept,
    transcript: ticket.transcript ?? [],
  })
  if (error) await dropPictures(kept, context)
  if (error && isRefusal(error.code)) return refusalAnswer(error)
  if (error) throw new Error(error.message)
  return Response.json({ ticketNo: Number(data), email: sender.email } satisfies Filed)
}

function formStays(minutes: number): Response {
  return refusalAnswer({ code: 'SK914', details: { minutes } })
}

interface Sender {
  /** Null without an account. */
  readonly id: string | null
  readonly name: string
  readonly email: string
}

/**
 * The sender: the token's account, read as the caller, so that a session without its second factor counts as a visitor; otherwise the name
 * and email in the message.
 */
async function senderOf(ticket: Ticket, { caller, supabase }: FunctionContext): Promise<Sender | { problem: Refusal }> {
  const claimed = caller.claims.email
  if (caller.userId !== null && typeof claimed === 'string' && claimed !== '') {
    const { data, error } = await supabase
      .from('profiles')
      .select('first_name, last_name')
      .eq('id', caller.userId)
      .maybeSingle()
    if (error) throw new Error(error.message)
    const name = data && [data.first_name, data.last_name].filter(Boolean).join(' ')
    if (data) return { id: caller.userId, name: name || claimed, email: claimed }
  }
  if (!ticket.name) return { problem: { code: 'SK919' } }
  if (!Address.safeParse(ticket.email).success) return { problem: { code: 'SK920' } }
  return { id: null, name: ticket.name, email: ticket.email ?? '' }
}

async function addToTicket(reply: TicketReply, pictures: readonly File[], context: FunctionContext): Promise<Response> {
  if (context.caller.userId === null) return refusalAnswer({ code: 'SK927' })
  // Read as the caller: other users' tickets don't exist for them. Moderators see all tickets, but reply as the user only in their own.
  const { data, error } = await context.supabase
    .from('tickets')
    .select('id')
    .eq('id', reply.ticketId)
    .eq('person_id', context.caller.userId)
    .maybeSingle()
  if (error) throw new Error(error.message)
  if (!data) return refusalAnswer({ code: 'SK709' })
  const kept = await keepPictures(reply.ticketId, pictures, context)
  if (kept === null) return refusalAnswer({ code: 'SK926' })
  const said = await context.supabase.rpc('reply_to_ticket', {
    ticket_id: reply.ticketId,
    body: reply.body,
    attachments: kept,
  })
  if (!said.error) return Response.json({ ticketId: reply.ticketId })
  await dropPictures(kept, context)
  if (isRefusal(said.error.code)) return refusalAnswer(said.error)
  throw new Error(said.error.message)
}

/** Stores the pictures under the ticket; null if one is rejected. Uses the secret key, as visitors have no rights in storage. */
async function keepPictures(
  ticketId: string,
  pictures: readonly File[],
  context: FunctionContext,
): Promise<TicketPicture[] | null> {
  const kept: TicketPicture[] = []
  for (const picture of pictures) {
    const path = `${ticketId}/${randomUUID()}`
    const { error } = await context.supabaseAdmin.storage
      .from(BUCKET)
      .upload(path, picture, { contentType: picture.type })
    if (error) {
      context.log.info("a ticket's picture was rejected", { because: error.message })
      await dropPictures(kept, context)
      return null
    }
    kept.push({ path, name: picture.name.slice(0, 100) })
  }
  return kept
}

async function dropPictures(kept: readonly TicketPicture[], { supabaseAdmin, log }: FunctionContext): Promise<void> {
  if (kept.length === 0) return
  const { error } = await supabaseAdmin.storage.from(BUCKET).remove(kept.map(({ path }) => path))
  if (error) log.warn('pictures of an unfiled ticket could not be deleted', { because: error.message })
}
