import type { ListingState } from './types.ts'

/** Seller actions on an ad. The server checks each again. */
export type Action =
  | 'edit'
  | 'view'
  | 'sell'
  | 'reserve'
  | 'unreserve'
  | 'pause'
  | 'resume'
  | 'relist'
  | 'extend'
  | 'copy'
  | 'delete'

export const VERBS = {
  reserve: 'reserve_listing',
  unreserve: 'unreserve_listing',
  pause: 'pause_listing',
  resume: 'resume_listing',
  relist: 'relist_listing',
  extend: 'extend_listing',
  delete: 'delete_listing',
} as const satisfies Partial<Record<Action, string>>

export type Verb = keyof typeof VERBS

const DAY_MS = 86_400_000
/** Days within which a sold or expired ad can be relisted. */
const RELIST_DAYS = { sold: 14, expired: 90 } as const

interface Ad {
  state: ListingState
  expires_at: string | null
  sold_at: string | null
}

/** Actions available in this state, in menu order. */
export function actionsFor(ad: Ad, now: Date = new Date()): Action[] {
  switch (ad.state) {
    case 'draft':
    case 'changes_requested':
      return ['edit', 'delete']
    case 'pending_review':
      return ['edit', 'copy', 'delete']
    case 'rejected':
      return ['copy', 'delete']
    case 'removed':
      return ['delete']
    case 'active':
      return [
        'edit',
        'view',
        'sell',
        'reserve',
        'pause',
        ...(endsWithin(ad, 10, now) ? (['extend'] as const) : []),
        'copy',
        'delete',
      ]
    case 'reserved':
      return ['edit', 'view', 'sell', 'unreserve', 'pause', 'copy', 'delete']
    case 'paused':
      return ['edit', 'sell', 'resume', 'copy', 'delete']
    case 'expired':
      return [
        'edit',
        ...(isRecent(ad.expires_at, RELIST_DAYS.expired, now) ? (['relist'] as const) : []),
        'sell',
        'copy',
        'delete',
      ]
    case 'sold':
      return ['view', ...(isRecent(ad.sold_at, RELIST_DAYS.sold, now) ? (['relist'] as const) : []), 'copy', 'delete']
    case 'hidden':
      return []
  }
}

function endsWithin(ad: Ad, days: number, now: Date): boolean {
  return ad.expires_at !== null && new Date(ad.expires_at).getTime() - now.getTime() < days * DAY_MS
}

function isRecent(when: string | null, days: number, now: Date): boolean {
  return when !== null && now.getTime() - new Date(when).getTime() < days * DAY_MS
}
