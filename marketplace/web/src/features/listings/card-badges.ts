import { t } from '../../i18n/t.ts'
import { TYPE_LABEL } from '../../ui/listing-types.ts'
import type { ListingItem } from './listing.ts'

export interface CardBadge {
  label: string
  tone: 'saffron' | 'ink' | 'brand' | 'neutral' | 'info'
  icon?: 'truck'
}

/** "New today" stays for half a day: after a night it would no longer be true for most readers. */
const DAY_MS = 24 * 3_600_000
/** At most this share of the cards in view carries a promotional badge: photos provide the colour. */
const ATTRACTING_SHARE = 1 / 3

/**
 * At most one badge per card, in the order of the cards. Badges that affect what the reader can do (reserved, sold, wanted, swap) always
 * show; the others share what is left of a third of the cards, price drops first.
 */
export function chooseBadges(items: readonly ListingItem[], now: number): (CardBadge | null)[] {
  const badges = items.map(stateBadge)
  let room = Math.max(1, Math.floor(items.length * ATTRACTING_SHARE)) - badges.filter(Boolean).length
  for (const attract of [priceDrop, free, newToday, ships]) {
    items.forEach((item, at) => {
      if (badges[at] || room <= 0) return
      const badge = attract(item, now)
      if (!badge) return
      badges[at] = badge
      room -= 1
    })
  }
  return badges
}

/** Whether the badge repeats the text shown in place of a price: "Free", "Swap". */
export function repeatsPrice(item: ListingItem, badge: CardBadge): boolean {
  const isPriceless = item.type === 'free' || (item.type === 'swap' && item.price_minor === null)
  return isPriceless && badge.label === TYPE_LABEL[item.type]
}

function stateBadge(item: ListingItem): CardBadge | null {
  if (item.state === 'reserved') return { label: t('ads.reserved'), tone: 'neutral' }
  if (item.state === 'sold') return { label: t('ads.sold'), tone: 'info' }
  if (item.type === 'wanted') return { label: t('ads.wanted'), tone: 'neutral' }
  if (item.type === 'swap') return { label: t('ads.swap'), tone: 'neutral' }
  return null
}

function priceDrop(item: ListingItem): CardBadge | null {
  const { price_minor: price, previous_price_minor: previous } = item
  return price !== null && previous !== null && price < previous ? { label: t('ads.priceDrop'), tone: 'saffron' } : null
}

function free(item: ListingItem): CardBadge | null {
  return item.type === 'free' ? { label: t('app.free'), tone: 'brand' } : null
}

function newToday(item: ListingItem, now: number): CardBadge | null {
  const age = now - Date.parse(item.published_at)
  return age >= 0 && age < DAY_MS / 2 ? { label: t('ads.newToday'), tone: 'ink' } : null
}

function ships(item: ListingItem): CardBadge | null {
  return item.delivery === 'pickup' ? null : { label: t('ads.ships'), tone: 'brand', icon: 'truck' }
}
