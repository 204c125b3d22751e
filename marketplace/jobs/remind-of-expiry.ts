import type { Job } from '../../backend/src/jobs/job.ts'
import { paths } from '../contract/paths.ts'

const BATCH = 50

interface Reminder {
  readonly listing_id: string
  readonly expires_at: Date
  readonly days_before: number
  readonly title: string
  readonly first_name: string | null
  readonly email: string
}

/**
 * Tells sellers seven days and one day before an ad ends. What was sent is written down mail by mail: a mail that could not be
 * handed over is tried again, and after a crash at most the one that was under way goes out twice.
 */
export const remindOfExpiry: Job = {
  name: 'remind-of-expiry',
  schedule: '*/15 * * * *',
  async run({ sql, sendLetter, publicUrl, signal }) {
    for (let due = BATCH; due === BATCH && !signal.aborted; ) {
      const reminders = await sql<Reminder[]>`select * from private.due_expiry_reminders(${BATCH})`
      due = reminders.length
      for (const reminder of reminders) {
        if (signal.aborted) return
        await sendLetter(reminder.email, letterOf(reminder, publicUrl))
        await sql`
          insert into private.expiry_reminders (listing_id, expires_at, days_before)
          select ad.id, ad.expires_at, ${reminder.days_before} from public.listings ad where ad.id = ${reminder.listing_id}
          on conflict do nothing`
      }
    }
  },
}

function letterOf({ title, first_name, days_before }: Reminder, publicUrl: string) {
  const when = days_before === 1 ? 'within a day' : 'in a week'
  return {
    subject: `“${title}” ends ${when}`,
    heading: `Your ad ends ${when}`,
    name: first_name,
    paragraphs: [
      `“${title}” goes off the market ${when}.`,
      'Extend it with one click and it stays on offer, with everybody who saved it. If it is sold, mark it as sold.',
    ],
    action: { label: 'Open my ads', link: `${publicUrl}${paths.dashboard}?tab=listings` },
    footnote:
      'You get this because the ad is yours. If you do nothing it ends by itself, and you can put it back at any time.',
  }
}
