import { moneyText } from '../words/money.ts'
import type { Reader } from '../words/say.ts'
import type { NotificationPayload } from './notification-text.ts'

/** Reads from a payload, which may have been written by an earlier version of the database. */

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

/** A formatted amount (EUR when no currency is given); empty when there is none. */
export function moneyIn(payload: NotificationPayload, key: string, { language }: Reader): string {
  const minor = numberIn(payload, key)
  return minor === null ? '' : moneyText(minor, textIn(payload, 'currency') || 'EUR', language)
}

/** Requests for free items have no amount. */
export function isFree(payload: NotificationPayload): boolean {
  return numberIn(payload, 'amount_minor') === 0
}

/** The other person and the ad, which most texts mention. */
export function namesIn(payload: NotificationPayload, { t }: Reader): { from: string; title: string } {
  const from = textIn(payload, 'from')
  // Set by private.anonymise_notifications().
  const isGone = from === 'Deleted account'
  return { from: isGone ? t('common.deletedAccount') : from || t('notices.somebody'), title: textIn(payload, 'title') }
}

/** Which ad it is about; empty when unknown. */
export function about(payload: NotificationPayload, { t }: Reader): string {
  const title = textIn(payload, 'title')
  return title ? t('common.aboutTitle', { title }) : ''
}
