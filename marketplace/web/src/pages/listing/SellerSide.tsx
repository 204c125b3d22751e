import { Posted } from '../../features/listings/detail/Actions.tsx'
import { PayHereNote, Place, SafetyNote } from '../../features/listings/detail/Facts.tsx'
import { SellerRow } from '../../features/listings/detail/SellerRow.tsx'
import { isOnOffer, type ListingDetail } from '../../features/listings/listing.ts'
import { ReportThis } from '../../features/trust/ReportThis.tsx'
import { t } from '../../i18n/t.ts'

interface SellerSideProps {
  listing: ListingDetail
  own: boolean
  /** Whether it can be paid for here. */
  isBuyable: boolean
  signedIn: boolean
  /** Sends visitors to the sign-in before they report. */
  onSignIn: () => void
}

/** Safety note, seller, place and date. In one column the seller comes first. */
export function SellerSide({ listing, own, isBuyable, signedIn, onSignIn }: SellerSideProps) {
  return (
    <div className="max-lg:with-what-follows flex flex-col max-lg:order-1 max-lg:pt-4">
      {own || isBuyable || !isOnOffer(listing) ? null : (
        <SafetyNote category={listing.category} className="pt-1 pb-4 max-lg:order-1 max-lg:py-4" />
      )}
      {own ? null : <SellerRow seller={listing.seller} className="border-y border-line" />}
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
      {isBuyable ? <PayHereNote className="max-lg:order-1 max-lg:mt-2 lg:mt-3" /> : null}
    </div>
  )
}
