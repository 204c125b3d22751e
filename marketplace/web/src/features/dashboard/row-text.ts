import { formatDate, formatMoney, formatTimeAgo, plural } from '../../ui/format.ts'
import type { ListingState, MyListing } from './types.ts'

export const STATE_LABEL: Record<ListingState, string> = {
  active: 'Active',
  reserved: 'Reserved',
  pending_review: 'In review',
  changes_requested: 'Change needed',
  draft: 'Draft',
  paused: 'Paused',
  expired: 'Expired',
  sold: 'Sold',
  rejected: 'Not accepted',
  hidden: 'Hidden',
  removed: 'Removed',
}

const DAY_MS = 86_400_000

/** The small line under a title: what matters about the ad in its state. */
export function rowText(ad: MyListing, now: Date = new Date()): string {
  switch (ad.state) {
    case 'draft':
      return `Not finished, ${formatTimeAgo(ad.updated_at, now)}`
    case 'active':
    case 'reserved':
      return ad.expires_at ? endsText(ad.expires_at, now) : ''
    case 'paused':
      return 'Nobody sees it until you resume'
    case 'expired':
      return ad.expires_at ? `Ended ${formatDate(ad.expires_at, now)}` : 'Ended'
    case 'sold':
      return soldText(ad, now)
    case 'pending_review':
      return 'A person looks at it first. Nobody else sees it until then.'
    case 'changes_requested':
      return ad.state_reason ?? 'Change it and publish it again'
    case 'rejected':
      return ad.state_reason ?? 'Not accepted by the moderators'
    case 'hidden':
      return ad.state_reason ?? 'Hidden by the moderators'
    case 'removed':
      return ad.state_reason ?? 'Removed by the moderators'
  }
}

/** "Ends in 21 days", "Ends today". */
export function endsText(expiresAt: string, now: Date = new Date()): string {
  const days = Math.floor((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return 'Has ended'
  return days === 0 ? 'Ends today' : `Ends in ${plural(days, 'day')}`
}

function soldText(ad: MyListing, now: Date): string {
  const price = ad.sold_price_minor ? ` for ${formatMoney(ad.sold_price_minor, ad.currency)}` : ''
  return `Sold${price}${ad.sold_at ? `, ${formatTimeAgo(ad.sold_at, now)}` : ''}`
}

/** The greeting of the hour. */
export function greeting(hour: number): string {
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
