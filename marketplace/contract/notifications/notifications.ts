import { paths } from '../paths.ts'
import type { Reader } from '../words/say.ts'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { TRADE_SENTENCES } from './deal-sentences.ts'
import { LISTING_SENTENCES } from './listing-sentences.ts'
import type { NotificationPayload, NotificationText, Sentences } from './notification-text.ts'
import { ORDER_SENTENCES } from './order-sentences.ts'

/** Parameters of the tokens in unsubscribe links, which are signed with a separate secret. */
export const UNSUBSCRIBE = { audience: 'unsubscribe', algorithm: 'HS256' } as const

/** One function per kind in public.notification_kinds; a test compares both lists. */
const SENTENCES: Sentences = {
  ...LISTING_SENTENCES,
  ...TRADE_SENTENCES,
  ...ORDER_SENTENCES,
  ...ACCOUNT_SENTENCES,
}

export const NOTIFICATION_KINDS: readonly string[] = Object.keys(SENTENCES)

/** The text and link of a notification for this reader. An unknown kind links to the list. */
export function notificationText(kind: string, payload: NotificationPayload, reader: Reader): NotificationText {
  const sentence = Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind] : undefined
  const { t } = reader
  return sentence?.(payload, reader) ?? { title: t('notices.newsForYou'), line: '', path: paths.notifications }
}
