import { lazy, Suspense, useState } from 'react'
import { SaveThis, ShareThis } from '../../features/listings/detail/Actions.tsx'
import { PhotoGallery } from '../../features/listings/detail/PhotoGallery.tsx'
import { isOnOffer, type ListingDetail, type ListingPhoto } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { BackButton } from './BackButton.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('../../features/trust/ReportDialog.tsx')).ReportDialog,
}))

interface PhotosProps {
  listing: ListingDetail
  own: boolean
  signedIn: boolean
  /** Sends visitors to the sign-in before they report. */
  onSignIn: () => void
}

/** Photos, edge to edge on phones, with the back button and actions over them. */
export function Photos({ listing, own, signedIn, onSignIn }: PhotosProps) {
  const [reported, setReported] = useState<ListingPhoto | null>(null)
  return (
    <>
      {listing.photos.length > 0 ? (
        <PhotoGallery
          photos={listing.photos}
          title={listing.title}
          faded={!isOnOffer(listing) && !own}
          isHidden={listing.state === 'sold' && !own}
          {...(own ? {} : { onReport: signedIn ? setReported : onSignIn })}
        />
      ) : (
        <p className="grid aspect-[2.4] place-items-center bg-sunken text-ink-3 md:rounded-photo">
          {t('listing.noPhotos')}
        </p>
      )}
      <div className="absolute inset-x-3 top-3 flex gap-2 md:hidden">
        <BackButton look="floating" className="me-auto" />
        <ShareThis listing={listing} look="floating" />
        {own ? null : <SaveThis listing={listing} look="floating" />}
      </div>
      {reported ? (
        <Suspense fallback={null}>
          <ReportDialog
            open
            onOpenChange={(open) => (open ? undefined : setReported(null))}
            target={{
              kind: 'photo',
              id: reported.id,
              personId: listing.seller_id,
              personName: listing.seller.display_name,
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
