import { moneyText } from '../words/money.ts'
import type { Reader } from '../words/say.ts'
import type { NotificationPayload } from './notification-text.ts'

/** What sentences read from a payload: it was written by the database, perhaps by an earlier version of it. */

export function textIn(payload: NotificationPayload, key: string): string {
  const value = payload[key]
  return typeof value === 'string' ? value : ''
}

export function numberIn(payload: NotificationPayload, key: string): number | null {
  const value = payload[key]
  return typeof value === 'number' ? value : null
}

export function listIn(payload: NotificationPayload, key: string): NotificationPayload[] {
  const value = payload[key]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

/** An amount in minor units with its currency (EUR when none is said), or an empty text. */
export function moneyIn(payload: NotificationPayload, key: string, { language }: Reader): string {
  const minor = numberIn(payload, key)
  return minor === null ? '' : moneyText(minor, textIn(payload, 'currency') || 'EUR', language)
}

/** Of what is free nobody offers an amount. */
export function isFree(payload: NotificationPayload): boolean {
  return numberIn(payload, 'amount_minor') === 0
}

/** The other person and the thing that it is about, as most sentences name them. */
export function namesIn(payload: NotificationPayload, { t }: Reader): { from: string; title: string } {
  const from = textIn(payload, 'from')
  // By private.unname_in_notifications().
  const isGone = from === 'Deleted account'
  return { from: isGone ? t('common.deletedAccount') : from || t('notices.somebody'), title: textIn(payload, 'title') }
}

/** Which ad it is about; empty when that is not known. */
export function about(payload: NotificationPayload, { t }: Reader): string {
  const title = textIn(payload, 'title')
  return title ? t('common.aboutTitle', { title }) : ''
}
