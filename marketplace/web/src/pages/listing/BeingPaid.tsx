import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { readPaidUntil } from '../../features/checkout/api.ts'
import { useFavorites } from '../../features/listings/favorites.ts'
import { sayNotSaved } from '../../features/listings/ListingGrid.tsx'
import type { ListingDetail } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'

const MINUTE_MS = 60_000

/** An ad reserved for another buyer's payment: until when, and how to be notified. */
export function BeingPaid({ listing }: { listing: ListingDetail }) {
  const now = useNow()
  const favorites = useFavorites(sayNotSaved)
  const { data: until } = useQuery({
    queryKey: ['listing', listing.id, 'paid-until'],
    queryFn: () => readPaidUntil(listing.id),
    refetchInterval: MINUTE_MS,
  })
  const left = until ? Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS) : 0
  if (left <= 0) return null
  const isSaved = favorites.has(listing.id)
  return (
    <div className="grid gap-2.5">
      <p role="status" className="type-small text-ink-2">
        {t('listing.beingPaid', { minutes: left })}
      </p>
      <Button variant="secondary" aria-pressed={isSaved} onClick={() => favorites.toggle(listing.id)}>
        <BellPlus aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {isSaved ? t('listing.weTellYou') : t('listing.tellMe')}
      </Button>
    </div>
  )
}
