import { t } from '../../i18n/t.ts'
import { formatDate, formatMoney, formatTimeAgo } from '../../ui/format.ts'
import type { ListingState, MyListing } from './types.ts'

export const STATE_LABEL: Record<ListingState, string> = {
  active: t('Active'),
  reserved: t('Reserved'),
  pending_review: t('In review'),
  changes_requested: t('Change needed'),
  draft: t('Draft'),
  paused: t('Paused'),
  expired: t('Expired'),
  sold: t('Sold'),
  rejected: t('Not accepted'),
  hidden: t('Hidden'),
  removed: t('Removed'),
}

const DAY_MS = 86_400_000

/** The small line under a title: what matters about the ad in its state. */
export function rowText(ad: MyListing, now: Date = new Date()): string {
  switch (ad.state) {
    case 'draft':
      return t('Not finished, {when}', { when: formatTimeAgo(ad.updated_at, now) })
    case 'active':
    case 'reserved':
      return ad.expires_at ? endsText(ad.expires_at, now) : ''
    case 'paused':
      return t('Nobody sees it until you resume')
    case 'expired':
      return ad.expires_at ? t('Ended {date}', { date: formatDate(ad.expires_at, now) }) : t('Ended')
    case 'sold':
      return soldText(ad, now)
    case 'pending_review':
      return t('A person looks at it first. Nobody else sees it until then.')
    case 'changes_requested':
      return ad.state_reason ?? t('Change it and publish it again')
    case 'rejected':
      return ad.state_reason ?? t('Not accepted by the moderators')
    case 'hidden':
      return ad.state_reason ?? t('Hidden by the moderators')
    case 'removed':
      return ad.state_reason ?? t('Removed by the moderators')
  }
}

/** "Ends in 21 days", "Ends today". */
export function endsText(expiresAt: string, now: Date = new Date()): string {
  const days = Math.floor((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return t('Has ended')
  return days === 0 ? t('Ends today') : t('Ends in {days, plural, one {# day} other {# days}}', { days })
}

function soldText(ad: MyListing, now: Date): string {
  const sold = ad.sold_price_minor
    ? t('Sold for {amount}', { amount: formatMoney(ad.sold_price_minor, ad.currency) })
    : t('Sold')
  return ad.sold_at ? `${sold}, ${formatTimeAgo(ad.sold_at, now)}` : sold
}

/** The greeting of the hour. */
export function greeting(hour: number): string {
  if (hour < 5 || hour >= 18) return t('Good evening')
  return hour < 12 ? t('Good morning') : t('Good afternoon')
}
