import { X } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListingItem } from '../listing.ts'
import { MapCard } from './MapCard.tsx'

/** Ads of one spot, over the bottom of the map (wide screens only). */
export function SpotAds({ items, onClose }: { items: readonly ListingItem[]; onClose: () => void }) {
  return (
    <section
      aria-label={t('browse.countHere', { count: items.length })}
      className="absolute inset-x-3 bottom-12 z-10 mx-auto max-w-sm rounded-panel border border-line bg-surface shadow-2 max-md:hidden"
    >
      <ol className="grid max-h-64 gap-2 overflow-y-auto p-2.5 pe-12 [scrollbar-width:thin]">
        {items.map((item) => (
          <li key={item.id}>
            <MapCard item={item} isMarked={false} />
          </li>
        ))}
      </ol>
      <IconButton icon={X} label={t('app.close')} size={36} onClick={onClose} className="absolute! end-2 top-2" />
    </section>
  )
}
