import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { jsonOf } from '../../../../contract/json-of.ts'
import { t } from '../../i18n/t.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

interface OrderFacts {
  readonly orders: number
  /** Median days from payment to parcel; null without parcels. */
  readonly ship_days: number | null
  readonly fine_percent: number
}

/** A seller's order statistics for one year; renders nothing below five orders. */
export function SellerOrders({ sellerId }: { sellerId: string }) {
  const { data: facts } = useQuery({
    queryKey: ['seller-orders', sellerId],
    queryFn: async () => {
      const known = dataOf(await supabase.rpc('seller_order_facts', { seller_id: sellerId }))
      return known === null ? null : jsonOf<OrderFacts>(known)
    },
    staleTime: 10 * 60_000,
  })
  if (!facts) return null
  const words = [
    t('seller.orders.fine', { orders: facts.orders, percent: facts.fine_percent }),
    ...(facts.ship_days === null ? [] : [t('seller.orders.ships', { days: facts.ship_days })]),
  ]
  return (
    <p className="type-small tnum flex gap-2 text-ink-2">
      <PackageCheck aria-hidden="true" strokeWidth={1.75} className="mt-px size-[18px] shrink-0" />
      {words.join(' ')}
    </p>
  )
}
