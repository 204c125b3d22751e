import { t } from '../../i18n/t.ts'
import { Price } from '../../ui/Price.tsx'
import type { ListingItem } from './listing.ts'

type Priced = Pick<ListingItem, 'type' | 'price_minor' | 'previous_price_minor' | 'price_type' | 'currency'>

/** The price of an ad. A wanted ad shows a budget; a swap may have no price. */
export function AdPrice({ ad, size = 'm' }: { ad: Priced; size?: 'm' | 'lg' }) {
  const words = withoutPrice(ad)
  if (words) return <span className={size === 'lg' ? 'type-price-lg' : 'type-price'}>{words}</span>
  return (
    <Price
      size={size}
      minor={ad.price_minor}
      currency={ad.currency}
      previousMinor={ad.previous_price_minor}
      type={ad.type === 'free' ? 'free' : ad.price_type}
    />
  )
}

function withoutPrice(ad: Priced): string | null {
  if (ad.price_minor !== null) return null
  if (ad.type === 'wanted') return t('ads.openBudget')
  return ad.type === 'swap' ? t('ads.swap') : null
}
