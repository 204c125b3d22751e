import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../ui/format.ts'
import type { SavedAd } from './types.ts'

/** States of ads that are no longer available. */
const OVER = ['sold', 'expired', 'hidden', 'paused', 'removed']

export function isOver({ listing }: SavedAd): boolean {
  return OVER.includes(listing.state)
}

/** How the price has changed since the ad was saved; null when it is the same or unknown. */
export function priceChange({ seen_price_minor: seen, listing }: SavedAd): string | null {
  const now = listing.price_minor
  if (seen === null || now === null || seen === now || seen === 0) return null
  const difference = formatMoney(Math.abs(now - seen), listing.currency)
  const percent = Math.round((Math.abs(now - seen) / seen) * 100)
  return now < seen ? t('saved.cheaper', { difference, percent }) : t('saved.dearer', { difference })
}

/** Every folder with its number of ads, by name. */
export function foldersOf(ads: readonly SavedAd[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { folder } of ads) if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name))
}
