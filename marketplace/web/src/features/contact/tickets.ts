import { useQuery } from '@tanstack/react-query'
import type { Topic } from '../../../../contract/help/contact.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { supabase } from '../../lib/data/supabase.ts'

export interface TicketMessage {
  readonly id: string
  readonly from_staff: boolean
  readonly body: string
  readonly attachments: readonly { readonly path: string; readonly name: string }[]
  readonly created_at: string
}

export interface MyTicket {
  readonly id: string
  readonly ticket_no: number
  readonly topic: Topic
  readonly state: 'open' | 'waiting_user' | 'waiting_us' | 'closed'
  readonly changed_at: string
  readonly ticket_messages: readonly TicketMessage[]
}

const MOST = 50

/** The user's tickets with their messages, newest first. */
export function useMyTickets(userId: string) {
  return useQuery({
    queryKey: keys.tickets(userId),
    queryFn: async () =>
      dataOf(
        await supabase
          .from('tickets')
          .select(
            'id, ticket_no, topic, state, changed_at, ticket_messages(id, from_staff, body, attachments, created_at)',
          )
          .eq('person_id', userId)
          .order('changed_at', { ascending: false })
          .order('created_at', { referencedTable: 'ticket_messages' })
          .limit(MOST)
          .overrideTypes<MyTicket[], { merge: false }>(), // attachments are jsonb, written by file_ticket and reply_to_ticket
      ) ?? [],
    staleTime: 0,
  })
}
