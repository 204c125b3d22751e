import { TreePalm } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { awayUntil } from '../../../lib/away.ts'
import { config } from '../../../lib/config.ts'
import { firstNameOf } from '../../../lib/person-names.ts'
import { formatUtcDay } from '../../../ui/format-dates.ts'
import type { Seller } from '../listing.ts'

interface AwayNoticeProps {
  seller: Seller
  /** On an ad: what the buyer can do instead. */
  isOnAd?: boolean
  className?: string
}

/** Says until when a seller is away, with their own note. Renders nothing otherwise. */
export function AwayNotice({ seller, isOnAd = false, className = '' }: AwayNoticeProps) {
  const until = awayUntil(seller)
  if (!until) return null
  return (
    <div role="note" className={`flex gap-3 rounded-panel bg-info-soft px-4 py-3.5 text-info-ink ${className}`}>
      <TreePalm aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">
          {t('seller.away', { name: firstNameOf(seller.display_name), date: formatUtcDay(until) })}
        </p>
        {seller.away_note ? <p className="wrap-anywhere">“{seller.away_note}”</p> : null}
        {config.payments === 'off' ? (
          <p className="type-small">{t('seller.awayHint')}</p>
        ) : isOnAd ? (
          <p>{t('seller.awayBuyHint')}</p>
        ) : null}
      </div>
    </div>
  )
}
