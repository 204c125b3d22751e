/** Dates and times that only some pages show; see format.ts. */

import { t } from '../i18n/t.ts'
import { presentMoment, zoneOfDays } from '../lib/server-rendered.ts'
import { DAY, dates, formatDate, formatTime } from './format.ts'

/** A full date: "12 November 2026". */
export function formatLongDate(when: string | Date): string {
  return dates({ dateStyle: 'long', ...zoneOfDays() }).format(new Date(when))
}

/** A date of a chart, counted in UTC: "12 Nov" for 2026-11-12. */
export function formatUtcDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(date)
}

/** "November 2026", for a date in UTC. */
export function formatMonth(day: string): string {
  return dates({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day.slice(0, 7)}-01T12:00:00Z`))
}

/** A date with its weekday: "Sunday, 22 November". */
export function formatDayName(date: Date): string {
  return dates({ weekday: 'long', day: 'numeric', month: 'long' }).format(date)
}

/** A full date and time, as in documents: "21 November 2026 at 18:30". */
export function formatMoment(when: string | Date): string {
  return dates({ dateStyle: 'long', timeStyle: 'short' }).format(new Date(when))
}

/** A future date and time: "Today, 18:30", "Tomorrow, 11:00", "Sat 28 Nov, 11:00". */
export function formatAppointment(when: string | Date, now: Date = presentMoment()): string {
  const date = new Date(when)
  const days = Math.round((startOfDay(date) - startOfDay(now)) / (DAY * 1000))
  const day =
    days === 0
      ? t('app.today')
      : days === 1
        ? t('app.tomorrow')
        : `${dates({ weekday: 'short' }).format(date)} ${formatDate(date, now)}`
  return `${day}, ${formatTime(date)}`
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
