import { t } from '../../i18n/t.ts'
import { formatDate, formatMoney, formatTimeAgo } from '../../ui/format.ts'
import type { ListingState, MyListing } from './types.ts'

export const STATE_LABEL: Record<ListingState, string> = {
  active: t('dashboard.active'),
  reserved: t('ads.reserved'),
  pending_review: t('common.inReview'),
  changes_requested: t('dashboard.changeNeeded'),
  draft: t('common.draft'),
  paused: t('common.paused'),
  expired: t('common.expired'),
  sold: t('ads.sold'),
  rejected: t('dashboard.notAccepted'),
  hidden: t('common.hidden'),
  removed: t('common.removed'),
}

const DAY_MS = 86_400_000

/** The status line below an ad's title. */
export function rowText(ad: MyListing, now: Date = new Date()): string {
  switch (ad.state) {
    case 'draft':
      return t('common.notFinished', { when: formatTimeAgo(ad.updated_at, now) })
    case 'active':
    case 'reserved':
      return ad.expires_at ? endsText(ad.expires_at, now) : ''
    case 'paused':
      return t('dashboard.state.pausedHint')
    case 'expired':
      return ad.expires_at ? t('dashboard.state.ended', { date: formatDate(ad.expires_at, now) }) : t('common.ended')
    case 'sold':
      return soldText(ad, now)
    case 'pending_review':
      return t('dashboard.state.reviewHint')
    case 'changes_requested':
      return ad.state_reason ?? t('common.changeAndPublishAgain')
    case 'rejected':
      return ad.state_reason ?? t('dashboard.state.rejected')
    case 'hidden':
      return ad.state_reason ?? t('dashboard.state.hidden')
    case 'removed':
      return ad.state_reason ?? t('dashboard.state.removed')
  }
}

/** "Ends in 21 days", "Ends today". */
export function endsText(expiresAt: string, now: Date = new Date()): string {
  const days = Math.floor((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return t('dashboard.hasEnded')
  return days === 0 ? t('dashboard.endsToday') : t('dashboard.state.endsIn', { days })
}

function soldText(ad: MyListing, now: Date): string {
  const amount = ad.sold_price_minor ? formatMoney(ad.sold_price_minor, ad.currency) : null
  if (!ad.sold_at) return amount === null ? t('ads.sold') : t('dashboard.state.soldFor', { amount })
  const when = formatTimeAgo(ad.sold_at, now)
  return amount === null ? t('dashboard.state.soldWhen', { when }) : t('dashboard.state.soldForWhen', { amount, when })
}

export function greeting(hour: number, name: string): string {
  if (hour < 5 || hour >= 18) return t('dashboard.goodEvening', { name })
  return hour < 12 ? t('dashboard.goodMorning', { name }) : t('dashboard.goodAfternoon', { name })
}
