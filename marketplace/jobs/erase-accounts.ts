import type { Job, JobContext } from 'souk-backend/jobs'
import { translatorFor } from '../contract/words/translator.ts'
import { erasedEmail, leavingEmail } from './account-emails.ts'

interface Departure {
  readonly user_id: string
  readonly email: string | null
  readonly first_name: string
  readonly locale: string
  readonly time_zone: string
  readonly erase_at: Date
}

/** A small batch: each account takes all of its data with it. */
const AT_ONCE = 20

/**
 * Emails users who deleted their account until when they can undo it, and erases accounts after 30 days. A failed email is retried in the
 * next run; the farewell email is not, since its address is deleted with the account.
 */
export const eraseAccounts: Job = {
  name: 'erase-accounts',
  schedule: '*/10 * * * *',
  async run(context) {
    await emailLeavingUsers(context)
    await eraseThoseWhoLeft(context)
  },
}

async function emailLeavingUsers({ sql, sendEmail, publicUrl, log, signal }: JobContext): Promise<void> {
  const departures = await sql<Departure[]>`
    select departure.user_id, account.email, profile.first_name, profile.locale, departure.erase_at,
      coalesce(timing.time_zone, 'UTC') as time_zone
    from private.departures departure
    join auth.users account on account.id = departure.user_id join public.profiles profile on profile.id = departure.user_id
    left join public.notification_settings timing on timing.user_id = departure.user_id
    where departure.told_at is null order by departure.asked_at limit ${AT_ONCE}`
  for (const { user_id, email, first_name, locale, time_zone, erase_at } of departures) {
    if (signal.aborted) return
    const leaving = { firstName: first_name, eraseAt: erase_at, timeZone: time_zone }
    try {
      if (email) await sendEmail(email, leavingEmail(leaving, translatorFor(locale), publicUrl))
    } catch (error) {
      log.warn({ err: error }, 'the email about an account deletion could not be sent; will retry')
      continue
    }
    await sql`update private.departures set told_at = now() where user_id = ${user_id}`
  }
}

async function eraseThoseWhoLeft({ sql, sendEmail, log, signal }: JobContext): Promise<void> {
  const due = await sql<Omit<Departure, 'erase_at' | 'time_zone'>[]>`
    select departure.user_id, account.email, profile.first_name, profile.locale from private.departures departure
    join auth.users account on account.id = departure.user_id join public.profiles profile on profile.id = departure.user_id
    where departure.erase_at <= now() order by departure.erase_at limit ${AT_ONCE}`
  for (const { user_id, email, first_name, locale } of due) {
    if (signal.aborted) return
    const [row] = await sql<{ erased: boolean }[]>`select private.erase_account(${user_id}) as erased`
    if (!row?.erased) continue
    log.info('an account was erased')
    if (!email) continue
    await sendEmail(email, erasedEmail(first_name, translatorFor(locale))).catch((error: unknown) =>
      log.warn({ err: error }, 'the last email to an erased account could not be sent'),
    )
  }
}
