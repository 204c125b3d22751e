import type { NotificationPayload } from '../contract/notifications/notification-text.ts'
import { notificationText } from '../contract/notifications/notifications.ts'
import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { type EmailContent, opening } from './email.ts'

/** A notification due by email, as the database returns it. */
export interface DueNotification {
  readonly id: string
  readonly kind: string
  readonly group: string
  readonly payload: NotificationPayload
  /** As text, so that no microseconds are lost on the way back. */
  readonly created_at: string
}

export interface EmailLinks {
  readonly publicUrl: string
  /** Unsubscribe links for these groups. */
  readonly unsubscribe: Readonly<{ page: string; oneClick: string }>
}

/** Nobody reads more than this in one email. */
const MOST_ITEMS = 20

/** One email for everything due to one user: the full text of a single notification, or a list. */
export function notificationEmail(
  firstName: string,
  due: readonly DueNotification[],
  links: EmailLinks,
  reader: Reader,
): EmailContent {
  const { t } = reader
  const [only, ...others] = due
  if (!only) throw new RangeError('An email needs at least one notification')
  const { publicUrl } = links
  return {
    ...opening(firstName || null, reader),
    ...(others.length === 0 ? emailOfOne(only, publicUrl, reader) : emailOfMany(due, publicUrl, reader)),
    footnote: t('emails.whyYouGetThis'),
    unsubscribe: { label: t('emails.unsubscribe'), ...links.unsubscribe },
  }
}

type Content = Omit<EmailContent, 'name' | 'footnote' | 'unsubscribe'>

function emailOfOne({ kind, payload }: DueNotification, publicUrl: string, reader: Reader): Content {
  const { t } = reader
  const { title, line, path, details = [], count = 0 } = notificationText(kind, payload, reader)
  const shown = details.slice(0, MOST_ITEMS)
  const more = shown.length > 0 ? count - shown.length : 0
  return {
    subject: title,
    heading: title,
    paragraphs: shown.length === 0 && line ? [line] : [],
    items: shown.map((detail) => ({ title: detail.title, line: detail.line, link: publicUrl + detail.path })),
    action: { label: shown.length > 1 ? t('home.seeAll') : t('common.open'), link: publicUrl + path },
    ...andMore(more, reader),
  }
}

function emailOfMany(due: readonly DueNotification[], publicUrl: string, reader: Reader): Content {
  const { t } = reader
  const items = due.map(({ kind, payload }) => {
    const { title, line, path } = notificationText(kind, payload, reader)
    return { title, line, link: publicUrl + path }
  })
  const happened = t('emails.updateCount', { count: due.length })
  return {
    subject: happened,
    heading: happened,
    paragraphs: [],
    items: items.slice(0, MOST_ITEMS),
    action: { label: t('home.seeAll'), link: publicUrl + paths.notifications },
    ...andMore(items.length - MOST_ITEMS, reader),
  }
}

function andMore(count: number, { t }: Reader): { aside?: string } {
  return count > 0 ? { aside: t('emails.andMore', { count }) } : {}
}
