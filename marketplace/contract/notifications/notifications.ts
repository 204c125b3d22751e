import { paths } from '../paths.ts'
import type { Reader } from '../words/say.ts'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { TRADE_SENTENCES } from './deal-sentences.ts'
import { LISTING_SENTENCES } from './listing-sentences.ts'
import type { NotificationPayload, NotificationText, Sentences } from './notification-text.ts'

/** Tokens in the links that end mails: signed with a secret of their own, for nothing else. */
export const UNSUBSCRIBE = { audience: 'unsubscribe', algorithm: 'HS256' } as const

/** One function for each kind in public.notification_kinds; a test holds both lists together. */
const SENTENCES: Sentences = { ...LISTING_SENTENCES, ...TRADE_SENTENCES, ...ACCOUNT_SENTENCES }

export const NOTIFICATION_KINDS: readonly string[] = Object.keys(SENTENCES)

/** What a notification says to this reader and where it leads. A kind this version does not know leads to the list. */
export function notificationText(kind: string, payload: NotificationPayload, reader: Reader): NotificationText {
  const sentence = Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind] : undefined
  const { t } = reader
  return sentence?.(payload, reader) ?? { title: t('notices.newsForYou'), line: '', path: paths.notifications }
}
