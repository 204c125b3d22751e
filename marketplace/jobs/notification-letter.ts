import type { JobContext } from '../../backend/src/jobs/job.ts'
import { type NotificationPayload, notificationText } from '../contract/notifications.ts'
import { paths } from '../contract/paths.ts'

type Letter = Parameters<JobContext['sendLetter']>[1]

/** A notification that is due by mail, as the database hands it out. */
export interface DueNotification {
  readonly id: string
  readonly kind: string
  readonly group: string
  readonly payload: NotificationPayload
  /** As text, so that no microsecond is lost on the way back. */
  readonly created_at: string
}

export interface LetterLinks {
  readonly publicUrl: string
  /** Ends mails of these groups. */
  readonly unsubscribe: Readonly<{ page: string; oneClick: string }>
}

/** More than this in one mail nobody reads. */
const MOST_ITEMS = 20

/** One mail for everything that is due to one person: its own letter for one thing, a list for several. */
export function letterOf(firstName: string, due: readonly DueNotification[], links: LetterLinks): Letter {
  const [only, ...others] = due
  if (!only) throw new RangeError('A letter needs something to tell')
  const letter = others.length === 0 ? letterOfOne(only, links.publicUrl) : letterOfMany(due, links.publicUrl)
  return {
    ...letter,
    name: firstName || null,
    footnote: 'You get this because your notifications are set so.',
    unsubscribe: { label: 'Stop mails like this', ...links.unsubscribe },
  }
}

type Content = Omit<Letter, 'name' | 'footnote' | 'unsubscribe'>

function letterOfOne({ kind, payload }: DueNotification, publicUrl: string): Content {
  const { title, line, path, details = [], count = 0 } = notificationText(kind, payload)
  const shown = details.slice(0, MOST_ITEMS)
  return {
    subject: title,
    heading: title,
    paragraphs: shown.length === 0 && line ? [line] : [],
    items: shown.map((detail) => ({ title: detail.title, line: detail.line, link: publicUrl + detail.path })),
    action: { label: shown.length > 1 ? 'See all' : 'Open', link: publicUrl + path },
    ...(count > shown.length && shown.length > 0 ? { aside: `And ${count - shown.length} more.` } : {}),
  }
}

function letterOfMany(due: readonly DueNotification[], publicUrl: string): Content {
  const items = due.map(({ kind, payload }) => {
    const { title, line, path } = notificationText(kind, payload)
    return { title, line, link: publicUrl + path }
  })
  const more = items.length - MOST_ITEMS
  return {
    subject: `${due.length} things happened`,
    heading: `${due.length} things happened`,
    paragraphs: [],
    items: items.slice(0, MOST_ITEMS),
    action: { label: 'See all', link: publicUrl + paths.notifications },
    ...(more > 0 ? { aside: `And ${more} more.` } : {}),
  }
}
