import { Handshake, Info, ShieldCheck, Truck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { formatMoney } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type BuyableAd, usualFeeMinor } from './buyable.ts'

const ProtectionInfo = lazy(async () => ({ default: (await import('./ProtectionInfo.tsx')).ProtectionInfo }))

/** "€58.45 with Buyer protection", with an explanation. */
export function ProtectionPrice({ ad }: { ad: BuyableAd }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="flex items-center gap-2">
      <ShieldCheck aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
      <span className="tnum">
        {t('listing.withProtection', { amount: formatMoney(ad.price_minor + usualFeeMinor(ad), ad.currency) })}
      </span>
      <IconButton
        ref={button}
        icon={Info}
        label={t('listing.aboutProtection')}
        aria-haspopup="dialog"
        size={36}
        className="-my-2 text-ink-3"
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <ProtectionInfo ad={ad} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  )
}

/** Links to the checkout. */
export function BuyButton({ listingId }: { listingId: string }) {
  return (
    <LinkButton to={paths.buy(listingId)} size="lg" className="min-w-0 max-sm:px-3">
      {t('listing.buyNow')}
    </LinkButton>
  )
}

/** Delivery options with prices. */
export function WaysToGet({ ad }: { ad: BuyableAd }) {
  const place = ad.area || ad.city
  return (
    <ul className="grid gap-3 border-t border-line pt-4 lg:pb-1 md:max-lg:border-b md:max-lg:pb-4">
      {ad.delivery === 'pickup' ? null : (
        <Way icon={<Truck strokeWidth={1.75} />} price={formatMoney(ad.ship_cost_minor ?? 0, ad.currency)}>
          {t('listing.ships')}
        </Way>
      )}
      {ad.delivery === 'ship' ? null : (
        <Way icon={<Handshake strokeWidth={1.75} />} price={t('buying.noCharge')}>
          {place ? t('listing.meetAround', { place }) : t('common.meetUp')}
        </Way>
      )}
    </ul>
  )
}

/** Links to several ads of the seller in one parcel, where there are more. */
export function BuyMore({ ad, className }: { ad: BuyableAd; className?: string }) {
  if (ad.seller.active_count < 2 || ad.delivery === 'pickup') return null
  return (
    <p className={className}>
      <Link to={paths.bundleOf(ad.id)} className="font-semibold text-brand hover:underline">
        {t('listing.buyMore', { name: firstNameOf(ad.seller.display_name) })}
      </Link>
    </p>
  )
}

function Way({ icon, price, children }: { icon: ReactNode; price: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span aria-hidden="true" className="text-ink-2 [&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 flex-1">{children}</span>
      <span className="type-small tnum text-ink-2">{price}</span>
    </li>
  )
}
