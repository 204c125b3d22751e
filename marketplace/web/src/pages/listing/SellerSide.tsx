import { lazy, Suspense } from 'react'
import { BuyMore } from '../../features/checkout/BuyParts.tsx'
import type { BuyableAd } from '../../features/checkout/buyable.ts'
import { Posted } from '../../features/listings/detail/Actions.tsx'
import { PayHereNote, Place, SafetyNote } from '../../features/listings/detail/Facts.tsx'
import { SellerRow } from '../../features/listings/detail/SellerRow.tsx'
import { isOnOffer, type ListingDetail } from '../../features/listings/listing.ts'
import { ReportThis } from '../../features/trust/ReportThis.tsx'
import { t } from '../../i18n/t.ts'

const OwnerPanel = lazy(async () => ({ default: (await import('./OwnerPanel.tsx')).OwnerPanel }))

interface SellerSideProps {
  listing: ListingDetail
  own: boolean
  /** The ad if this person can pay for it here. */
  buyable: BuyableAd | null
  signedIn: boolean
  /** Sends visitors to the sign-in before they report. */
  onSignIn: () => void
}

/** Safety note, seller, place and date. In one column the seller comes first. Owners see their actions instead of themselves. */
export function SellerSide({ listing, own, buyable, signedIn, onSignIn }: SellerSideProps) {
  return (
    <div className="max-lg:with-what-follows flex flex-col max-lg:order-1 max-lg:pt-4">
      {own || buyable || !isOnOffer(listing) ? null : (
        <SafetyNote category={listing.category} className="pt-1 pb-4 max-lg:order-1 max-lg:py-4" />
      )}
      {own ? (
        <Suspense fallback={<div className="h-42" />}>
          <OwnerPanel listing={listing} />
        </Suspense>
      ) : (
        <SellerRow seller={listing.seller} className="border-y border-line" />
      )}
      {buyable ? <BuyMore ad={buyable} className="pt-4" /> : null}
      <Place listing={listing} className="pt-4 max-lg:hidden" />
      <div className="max-lg:order-2 lg:pt-2">
        <Posted
          listing={listing}
          own={own}
          report={
            own ? null : (
              // A text link on phones, an icon next to the others on wide screens.
              <ReportThis
                label={<span className="md:sr-only">{t('common.report')}</span>}
                name={t('listing.reportThisAd')}
                className="gap-1.5! px-2! font-normal! text-ink-2! md:size-11 md:rounded-full! md:text-ink! md:[&_svg]:size-5"
                target={{
                  kind: 'listing',
                  id: listing.id,
                  personId: listing.seller_id,
                  personName: listing.seller.display_name,
                }}
                signedIn={signedIn}
                onSignIn={onSignIn}
              />
            )
          }
        />
      </div>
      {buyable ? <PayHereNote className="max-lg:order-1 max-lg:mt-2 lg:mt-3" /> : null}
    </div>
  )
}
