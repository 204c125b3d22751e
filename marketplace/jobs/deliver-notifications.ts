import type { Job, JobContext } from 'souk-backend/jobs'
import type { NotificationPayload } from '../contract/notifications/notification-text.ts'
import { notificationText } from '../contract/notifications/notifications.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { insist } from './insist.ts'
import { type DueNotification, notificationEmail } from './notification-email.ts'
import type { PushDevice, PushSender } from './push-sender.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

/** Few enough to be sent within the two minutes for which the database leases them. */
const PEOPLE = 20
const PUSHES = 50

export interface Delivery {
  /** Signs the unsubscribe links. */
  readonly unsubscribeKey: Uint8Array
  readonly push: PushSender
}

/**
 * Sends due emails and push messages. What was claimed but not settled is due again after two minutes: if a process dies nothing is lost,
 * and at most what it was sending at that moment is sent twice.
 */
export function deliverNotifications(delivery: Delivery): Job {
  return {
    name: 'deliver-notifications',
    schedule: '* * * * *',
    async run(context) {
      await context.sql`select private.skip_unneeded_deliveries()`
      await deliverPushes(context, delivery.push)
      await deliverMails(context, delivery.unsubscribeKey)
    },
  }
}

interface Mailing {
  readonly user_id: string
  readonly email: string
  readonly first_name: string
  readonly locale: string
  readonly notifications: readonly DueNotification[]
}

async function deliverMails({ sql, sendEmail, publicUrl, signal, log }: JobContext, key: Uint8Array): Promise<void> {
  for (let taken = PEOPLE; taken === PEOPLE && !signal.aborted; ) {
    const mailings = await sql<Mailing[]>`
      select due.*, profile.locale from private.claim_due_emails(${PEOPLE}) as due
      join public.profiles profile on profile.id = due.user_id`
    taken = mailings.length
    for (const { user_id, email, first_name, locale, notifications } of mailings) {
      if (signal.aborted) return // the lease ends after two minutes
      const unsubscribe = await unsubscribeLinks(key, publicUrl, user_id, subjectsOf(notifications))
      const told = sql.json(notifications.map(({ id, created_at }) => ({ id, created_at })))
      try {
        await sendEmail(
          email,
          notificationEmail(first_name, notifications, { publicUrl, unsubscribe }, translatorFor(locale)),
        )
      } catch (error) {
        log.warn(
          { err: error, notifications: notifications.length },
          'a mail could not be handed over; it is tried again',
        )
        await sql`select private.settle_emails(${told}, false)`
        continue
      }
      await insist(() => sql`select private.settle_emails(${told}, true)`)
    }
  }
}

/** What the unsubscribe link ends: the saved searches, if the email is about nothing else, otherwise whole groups. */
function subjectsOf(notifications: readonly DueNotification[]): string[] {
  const searches = notifications.map(({ payload }) => payload.search_id)
  const isAboutSearches = searches.every((id) => typeof id === 'string')
  const subjects = isAboutSearches ? searches.map((id) => `search:${id}`) : notifications.map(({ group }) => group)
  return [...new Set(subjects)].sort()
}

interface Pushing {
  readonly id: string
  readonly kind: string
  readonly payload: NotificationPayload
  /** As text: a Date would lose microseconds. */
  readonly claimed_at: string
  readonly unread: number
  readonly devices: readonly PushDevice[] | null
  readonly locale: string
}

async function deliverPushes({ sql, signal, log }: JobContext, push: PushSender): Promise<void> {
  for (let taken = PUSHES; taken === PUSHES && !signal.aborted; ) {
    const pushings = await sql<Pushing[]>`
      select due.id, due.kind, due.payload, due.created_at::text as claimed_at, due.unread, due.devices, profile.locale
      from private.claim_due_pushes(${PUSHES}) as due
      join public.notifications told on told.id = due.id
      join public.profiles profile on profile.id = told.user_id`
    taken = pushings.length
    for (const { id, kind, payload, claimed_at, unread, devices, locale } of pushings) {
      if (signal.aborted) return // the lease ends after two minutes
      const { title, line, path } = notificationText(kind, payload, translatorFor(locale))
      const message = { title, body: line, path, tag: `${kind} ${path}`, unread }
      const outcomes = await Promise.all((devices ?? []).map((device) => sendTo(push, device, message, log)))
      const gone = (devices ?? []).filter((_, index) => outcomes[index] === 'gone').map((device) => device.id)
      if (gone.length > 0) await sql`delete from public.push_subscriptions where id = any(${gone})`
      const isSettled = outcomes.includes('sent') || !outcomes.includes('failed')
      await insist(() => sql`select private.settle_push(${id}, ${claimed_at}::text::timestamptz, ${isSettled})`)
    }
  }
}

async function sendTo(
  push: PushSender,
  device: PushDevice,
  message: Parameters<PushSender['send']>[1],
  log: JobContext['log'],
): Promise<'sent' | 'gone' | 'failed'> {
  try {
    return await push.send(device, message)
  } catch (error) {
    log.info({ err: error }, 'a push message could not be sent; will retry')
    return 'failed'
  }
}
