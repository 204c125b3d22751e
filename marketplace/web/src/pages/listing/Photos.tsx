import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { SaveThis, ShareThis } from '../../features/listings/detail/Actions.tsx'
import { PhotoGallery } from '../../features/listings/detail/PhotoGallery.tsx'
import { isOnOffer, type ListingDetail, type ListingPhoto } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('../../features/trust/ReportDialog.tsx')).ReportDialog,
}))

interface PhotosProps {
  listing: ListingDetail
  own: boolean
  signedIn: boolean
  /** Takes visitors to sign in before they report. */
  onSignIn: () => void
}

/** Photos edge to edge on phones, with the way back and the actions over them. */
export function Photos({ listing, own, signedIn, onSignIn }: PhotosProps) {
  const [reported, setReported] = useState<ListingPhoto | null>(null)
  const navigate = useNavigate()
  const back = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.browse))
  const dropped =
    listing.previous_price_minor !== null &&
    listing.price_minor !== null &&
    listing.previous_price_minor > listing.price_minor
  return (
    <>
      {listing.photos.length > 0 ? (
        <PhotoGallery
          photos={listing.photos}
          title={listing.title}
          faded={!isOnOffer(listing) && !own}
          {...(own ? {} : { onReport: signedIn ? setReported : onSignIn })}
          badge={dropped && isOnOffer(listing) ? <Badge tone="saffron">{t('Price drop')}</Badge> : null}
        />
      ) : (
        <p className="grid aspect-[2.4] place-items-center bg-sunken text-ink-3 md:rounded-photo">
          {t('This ad has no photos')}
        </p>
      )}
      <div className="absolute inset-x-3 top-3 flex gap-2 md:hidden">
        <IconButton label={t('Back')} look="floating" onClick={back} className="me-auto">
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </IconButton>
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
