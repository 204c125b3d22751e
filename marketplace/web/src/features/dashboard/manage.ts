import type { Refusal } from '../../../../contract/refusals/refusal.ts'
import { t } from '../../i18n/t.ts'
import type { AdFigures } from './figures.ts'
import type { MyListing } from './types.ts'

export type BulkVerb = 'extend' | 'pause' | 'resume' | 'delete' | 'price'

export interface BulkAction {
  readonly verb: BulkVerb
  /** Price change in percent: -10 for 10 % less. */
  readonly percent?: number
}

export interface BulkResult {
  readonly id: string
  readonly done: boolean
  readonly refusal?: Refusal
}

/** Limit of public.bulk_change_listings(). */
export const MOST_AT_ONCE = 50

const DONE: Record<BulkVerb, (ads: string) => string> = {
  extend: (ads) => t('dashboard.bulk.extended', { ads }),
  pause: (ads) => t('dashboard.bulk.paused', { ads }),
  resume: (ads) => t('dashboard.bulk.resumed', { ads }),
  delete: (ads) => t('dashboard.bulk.deleted', { ads }),
  price: (ads) => t('dashboard.bulk.repriced', { ads }),
}

/** "3 ads paused", "2 of 3 ads paused". */
export function bulkSummary(results: readonly BulkResult[], verb: BulkVerb): string {
  const done = results.filter((result) => result.done).length
  const all = t('common.ads', { count: results.length })
  return DONE[verb](done === results.length ? all : t('dashboard.doneOfAll', { done, all }))
}

export const SORTS = {
  changed: t('dashboard.lastChanged'),
  newest: t('dashboard.newest'),
  views: t('dashboard.mostViewed'),
  ends: t('dashboard.endsSoonest'),
  price: t('ads.highestPrice'),
  title: t('common.title'),
} as const
export type Sort = keyof typeof SORTS

/** Periods for views, saves and chats. */
export const COUNTS = { ever: t('dashboard.allTime'), 30: t('ads.last30Days'), 7: t('ads.last7Days') } as const
export type Counted = 'ever' | '30' | '7'

export interface Counts {
  readonly views: number
  readonly saves: number
  readonly chats: number
}

export function countsOf(ad: MyListing, figures: AdFigures | undefined, counted: Counted): Counts {
  if (counted === 'ever') return { views: ad.views_count, saves: ad.saves_count, chats: ad.chats_count }
  return {
    views: figures?.[`views_${counted}`] ?? 0,
    saves: figures?.[`saves_${counted}`] ?? 0,
    chats: figures?.[`chats_${counted}`] ?? 0,
  }
}

/** Screen reader text for a sparkline: "Last 7 days: 12 views, 1 save, 0 chats". */
export function weekText({ views_7, saves_7, chats_7 }: AdFigures): string {
  return t('dashboard.lastSevenDays', { views_7, saves_7, chats_7 })
}
