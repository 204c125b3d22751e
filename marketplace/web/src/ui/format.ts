/** Formats numbers, money, places and times for display, using Intl only. Independent of the DOM. */

import type { PriceType } from '../../../contract/ads/listing-values.ts'
import { varietyOf } from '../../../contract/languages.ts'
import { minorPerUnit, moneyFormat } from '../../../contract/money/money.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { presentMoment, zoneOfDays } from '../lib/server-rendered.ts'

/** The regional variety of the reader's language that the messages are written in. */
export const locale = (): string => varietyOf(currentLanguage())

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes up to a millisecond, and a list of ads would create dozens. */
export function numbers(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale() + JSON.stringify(options)
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(), options)
  numberFormats.set(key, format)
  return format
}

/** As numbers(). */
export function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options)
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  dateFormats.set(key, format)
  return format
}

/** Integer minor units as money: 5500 EUR is "€55", 5550 is "€55.50". */
export function formatMoney(minor: number, currency = config.currency): string {
  const units = minorPerUnit(currency)
  return moneyFormat(locale(), currency, minor % units === 0).format(minor / units)
}

/** The asking price as text or money. */
export function formatPrice(
  minor: number | null | undefined,
  currency = config.currency,
  type: PriceType = 'fixed',
): string {
  if (type === 'free' || minor === 0) return t('app.free')
  if (minor == null || type === 'on_request') return t('app.askForPrice')
  return formatMoney(minor, currency)
}

/** The currency sign shown before an amount: "€". */
export function currencySign(currency = config.currency): string {
  return (
    moneyFormat(locale(), currency, true)
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? currency
  )
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return numbers().format(count)
}

/** A distance in kilometres: one decimal below 10 km, never more precise than 100 m. */
export function formatDistance(kilometres: number): string {
  const digits = kilometres < 10 ? 1 : 0
  const shown = Math.max(kilometres, 0.1)
  const format = numbers({
    style: 'unit',
    unit: 'kilometer',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(shown)
}

const MINUTE = 60
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Short relative time: "just now", "18 min ago", "3 h ago", "yesterday", "4 d ago", then the date. */
export function formatTimeAgo(when: string | Date, now: Date = presentMoment()): string {
  const seconds = Math.round((now.getTime() - new Date(when).getTime()) / 1000)
  if (seconds < MINUTE) return t('app.justNow')
  if (seconds < HOUR) return t('app.minutesAgo', { count: Math.floor(seconds / MINUTE) })
  if (seconds < DAY) return t('app.hoursAgo', { count: Math.floor(seconds / HOUR) })
  if (seconds < 2 * DAY) return t('app.yesterday')
  if (!isLongAgo(when, now)) return t('app.daysAgo', { count: Math.floor(seconds / DAY) })
  return formatDate(when, now)
}

/** Whether formatTimeAgo() gives a date instead of a relative time: the surrounding sentence differs. */
export function isLongAgo(when: string | Date, now: Date = presentMoment()): boolean {
  return now.getTime() - new Date(when).getTime() >= 7 * DAY * 1000
}

/** A date: "12 Nov", with the year when it is not the current one. */
export function formatDate(when: string | Date, now: Date = presentMoment()): string {
  const date = new Date(when)
  const year = yearOf(date) === yearOf(now) ? undefined : 'numeric'
  return dates({
    day: 'numeric',
    month: 'short',
    year,
    ...zoneOfDays(),
  }).format(date)
}

function yearOf(date: Date): number {
  return 'timeZone' in zoneOfDays() ? date.getUTCFullYear() : date.getFullYear()
}

/** A time of day: "09:42". */
export function formatTime(when: string | Date): string {
  return dates({
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zoneOfDays(),
  }).format(new Date(when))
}
