import type { Tables } from '../../../../../contract/database.types.ts'
import type { Topic, TranscriptLine } from '../../../../../contract/help/contact.ts'
import { currentLanguage } from '../../../i18n/messages.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export interface InboxMessage {
  readonly id: string
  readonly from_staff: boolean
  readonly body: string
  readonly attachments: readonly { readonly path: string; readonly name: string }[]
  readonly created_at: string
}

export interface InboxTicket
  extends Readonly<Omit<Tables<'tickets'>, 'client_id' | 'closed_at' | 'fields' | 'transcript'>> {
  readonly topic: Topic
  readonly fields: Readonly<{ where?: string; good_faith?: boolean }>
  readonly transcript: readonly TranscriptLine[]
  readonly state: 'open' | 'waiting_user' | 'waiting_us' | 'closed'
  readonly ticket_messages: readonly InboxMessage[]
}

export const SHOWN = ['waiting', 'answered', 'closed'] as const
export type Shown = (typeof SHOWN)[number]

const STATES: Record<Shown, InboxTicket['state'][]> = {
  waiting: ['open', 'waiting_us'],
  answered: ['waiting_user'],
  closed: ['closed'],
}
const MOST = 50

/** Tickets in these states: waiting ones oldest first, others newest first. `total` counts all. */
export async function readInbox(shown: Shown): Promise<{ tickets: InboxTicket[]; total: number }> {
  const answer = await supabase
    .from('tickets')
    .select(
      'id, ticket_no, person_id, name, email, topic, fields, transcript, state, created_at, changed_at, ticket_messages(id, from_staff, body, attachments, created_at)',
      { count: 'exact' },
    )
    .in('state', STATES[shown])
    .order('changed_at', { ascending: shown === 'waiting' })
    .order('created_at', { referencedTable: 'ticket_messages' })
    .limit(MOST)
    .overrideTypes<InboxTicket[], { merge: false }>() // fields, transcript and attachments are jsonb, written by file_ticket
  const tickets = dataOf(answer) ?? []
  return { tickets, total: answer.count ?? tickets.length }
}

export type InboxAction =
  | { type: 'answer'; ticketId: string; body: string; close: boolean }
  | { type: 'close'; ticketId: string }

export async function actOnInbox(action: InboxAction): Promise<void> {
  if (action.type === 'close') dataOf<unknown>(await supabase.rpc('close_ticket', { ticket_id: action.ticketId }))
  else
    dataOf<unknown>(
      await supabase.rpc('answer_ticket', { ticket_id: action.ticketId, body: action.body, and_close: action.close }),
    )
}

export interface HelpFigure {
  readonly article_id: string
  readonly question: string
  readonly topic: string
  readonly yes: number
  readonly no: number
}

export async function readHelpFigures(): Promise<HelpFigure[]> {
  return dataOf(await supabase.rpc('help_figures', { lang: currentLanguage() })) as HelpFigure[] // the columns that it returns
}
