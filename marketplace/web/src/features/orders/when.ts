import { varietyOf } from '../../../../contract/languages.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { t } from '../../i18n/t.ts'
import { formatTime } from '../../ui/format.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A date with its weekday: "Mon 23 Nov". */
export function weekday(when: string | Date): string {
  const format = new Intl.DateTimeFormat(varietyOf(currentLanguage()), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  return format.format(new Date(when))
}

/** A time within a week, "Tue 18:00"; later ones with their date, "Tue 24 Nov, 18:00". */
export function shortDayOf(when: string, now: Date = new Date()): string {
  const date = new Date(when)
  const isNear = Math.abs(date.getTime() - now.getTime()) < 6 * DAY_MS
  const day = isNear
    ? new Intl.DateTimeFormat(varietyOf(currentLanguage()), { weekday: 'short' }).format(date)
    : weekday(date)
  return isNear ? `${day} ${formatTime(date)}` : `${day}, ${formatTime(date)}`
}

/** The remaining time: "2 days 7 h", "5 h 20 min", "12 min"; null once it is over. */
export function timeLeft(until: string, now: Date): string | null {
  const left = Date.parse(until) - now.getTime()
  if (left <= 0) return null
  const all = Math.ceil(left / MINUTE_MS)
  const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
  if (days > 0) return t('orders.left.daysHours', { days, hours })
  return hours > 0 ? t('orders.left.hoursMinutes', { hours, minutes }) : t('orders.left.minutes', { minutes })
}
