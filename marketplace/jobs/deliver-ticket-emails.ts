import type { Job } from 'souk-backend/jobs'
import { translatorFor } from '../contract/words/translator.ts'
import { insist } from './insist.ts'
import { type TicketEmail, ticketEmail } from './ticket-email.ts'

const AT_ONCE = 20

/** Sends the emails about tickets. What was claimed but not settled is due again after two minutes. */
export function deliverTicketEmails({ operator }: { operator: string | null }): Job {
  return {
    name: 'deliver-ticket-emails',
    schedule: '* * * * *',
    async run({ sql, sendEmail, publicUrl, signal, log }) {
      for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted; ) {
        const emails = await sql<(TicketEmail & { locale: string | null })[]>`
          select due.*, coalesce(profile.locale, due.fields ->> 'language') as locale
          from private.claim_ticket_emails(${AT_ONCE}) as due
          join public.tickets ticket on ticket.ticket_no = due.ticket_no
          left join public.profiles profile on profile.id = ticket.person_id`
        taken = emails.length
        for (const mail of emails) {
          if (signal.aborted) return // the lease ends after two minutes
          const to = mail.kind === 'operator' ? operator : mail.email
          let isSent = true
          try {
            // Without an operator address, only the inbox shows the ticket. The operator's emails are in the market's default language.
            if (to !== null)
              await sendEmail(
                to,
                ticketEmail(mail, publicUrl, translatorFor(mail.kind === 'operator' ? null : mail.locale)),
              )
          } catch (error) {
            isSent = false
            log.warn(
              { err: error, ticket: mail.ticket_no },
              'a mail about a ticket could not be handed over; it is tried again',
            )
          }
          await insist(() => sql`select private.settle_ticket_email(${mail.id}, ${isSent})`)
        }
      }
    },
  }
}
