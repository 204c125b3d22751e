import type { PriceType } from '../../../contract/ads/listing-values.ts'
import { t } from '../i18n/t.ts'
import { cx } from './cx.ts'
import { formatPrice } from './format.ts'

interface PriceProps {
  /** Integer minor units; null with `free` and `on_request`. */
  minor: number | null
  currency?: string
  /** The price before a drop, struck through when it was higher. */
  previousMinor?: number | null
  type?: PriceType
  size?: 'm' | 'lg'
  className?: string
}

/** A price in the display face. After a drop the old price is struck through beside it; in lists the price is also clay-coloured. */
export function Price({ minor, currency, previousMinor, type = 'fixed', size = 'm', className }: PriceProps) {
  const dropped = minor !== null && previousMinor != null && previousMinor > minor
  return (
    <span
      className={cx('inline-flex items-baseline whitespace-nowrap', size === 'lg' ? 'gap-3' : 'gap-1.5', className)}
    >
      <span className={cx(size === 'lg' ? 'type-price-lg' : 'type-price', dropped && size === 'm' && 'text-clay')}>
        {formatPrice(minor, currency, type)}
      </span>
      {dropped ? (
        <>
          <s aria-hidden="true" className={cx('tnum text-ink-3', size === 'lg' ? 'text-[18px]/5' : 'text-[14px]/4')}>
            {formatPrice(previousMinor, currency, 'fixed')}
          </s>
          <span className="sr-only">{t('app.priceWas', { price: formatPrice(previousMinor, currency, 'fixed') })}</span>
        </>
      ) : null}
    </span>
  )
}
