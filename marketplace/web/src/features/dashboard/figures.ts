import { t } from '../../i18n/t.ts'
import { formatMoney, formatUtcDay } from '../../ui/format.ts'

/** What one's ads brought in a time. */
export interface Sums {
  readonly views: number
  readonly saves: number
  readonly sold: number
  readonly earned_minor: number
}

export interface ViewsOfDay {
  /** In UTC, as 2026-03-01. */
  readonly day: string
  readonly views: number
}

/** The answer of my_figures(). */
export interface Figures {
  readonly by_day: readonly ViewsOfDay[]
  readonly now: Sums
  readonly before: Sums
}

/** A row of my_listing_figures(): an ad's last seven days one by one, today last, and its week and month in sums. */
export interface AdFigures {
  readonly listing_id: string
  readonly week: readonly number[]
  readonly views_7: number
  readonly views_30: number
  readonly saves_7: number
  readonly saves_30: number
  readonly chats_7: number
  readonly chats_30: number
}

export const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number]

export interface Trend {
  readonly text: string
  readonly direction: 'up' | 'down' | 'same'
}

/**
 * How a number stands to the one before: "+24%", "−8%", "same". From nothing there is no percentage, so the difference
 * itself is told, as it is for money.
 */
export function trendOf(now: number, before: number, kind: 'count' | 'money' = 'count'): Trend {
  if (now === before) return { text: t('same'), direction: 'same' }
  const direction = now > before ? 'up' : 'down'
  const sign = now > before ? '+' : '−'
  const difference = Math.abs(now - before)
  if (kind === 'money') return { text: `${sign}${formatMoney(difference)}`, direction }
  if (before === 0) return { text: `${sign}${difference}`, direction }
  const percent = Math.round((difference / before) * 100)
  return percent === 0 ? { text: t('same'), direction: 'same' } : { text: `${sign}${percent}%`, direction }
}

/** The day with the most views; the latest of several, null when nobody looked. */
export function bestDay(days: readonly ViewsOfDay[]): ViewsOfDay | null {
  const best = days.reduce<ViewsOfDay | null>((found, day) => (day.views >= (found?.views ?? 1) ? day : found), null)
  return best
}

/** "3 Nov"; of the last day of the chart "today". Days are UTC, like the counting. */
export function dayName(day: string, today?: string): string {
  if (day === today) return t('today')
  return formatUtcDay(day)
}
