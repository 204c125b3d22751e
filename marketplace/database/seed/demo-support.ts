import type { TransactionSql } from 'souk-backend/postgres'
import { demoId, hoursAgo } from './demo-data.ts'

interface DemoTicket {
  readonly of: string
  readonly topic: 'account' | 'ad' | 'deal'
  readonly state: 'open' | 'waiting_user'
  readonly said: readonly { readonly hours: number; readonly body: string; readonly isStaff?: true }[]
}

/** One ticket that waits for an answer, and one that has been answered. */
const TICKETS: readonly DemoTicket[] = [
  {
    of: 's08',
    topic: 'deal',
    state: 'open',
    said: [
      {
        hours: 6,
        body: 'The buyer didn’t turn up on Saturday and has stopped replying. Can I cancel the deal so the ad goes back up?',
      },
    ],
  },
  {
    of: 's01',
    topic: 'account',
    state: 'waiting_user',
    said: [
      { hours: 52, body: 'I’ve got a new phone number and no longer have the old SIM card. How do I change it?' },
      {
        hours: 47,
        body: 'Go to Settings, then Profile, and enter the new number. You don’t need the old card.',
        isStaff: true,
      },
    ],
  },
]

/** Support tickets of demo users, for the inbox of the administration and “My messages” at /contact. */
export async function insertTickets(sql: TransactionSql, now: Date): Promise<void> {
  for (const { of, topic, state, said } of TICKETS) {
    const id = demoId(`ticket ${of}`)
    const times = said.map(({ hours }) => hoursAgo(hours, now))
    await sql`
      insert into public.tickets (id, person_id, name, email, topic, state, client_id, created_at, changed_at)
      select ${id}, person.id, seller.display_name, person.email, ${topic}, ${state}, ${id}, ${times[0] ?? now}, ${times.at(-1) ?? now}
      from auth.users person join public.sellers seller on seller.id = person.id where person.id = ${demoId(of)}`
    for (const { hours, body, isStaff = false } of said)
      await sql`
        insert into public.ticket_messages (ticket_id, from_staff, author_id, body, created_at)
        values (${id}, ${isStaff}, ${isStaff ? null : demoId(of)}, ${body}, ${hoursAgo(hours, now)})`
  }
}
