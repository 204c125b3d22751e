import { Eye, Heart, LayoutGrid, MessageCircle, PencilLine, Share } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFavourites } from '../favourites.ts'
import { HeartButton } from '../HeartButton.tsx'
import { sayNotSaved } from '../ListingGrid.tsx'
import { isOnOffer, type ListingDetail } from '../listing.ts'

/** Message for readers; edit and manage for the owner; nothing once the ad is over. */
export function MainAction({
  listing,
  own,
  onMessage,
}: {
  listing: ListingDetail
  own: boolean
  onMessage: () => void
}) {
  if (own) {
    return (
      <div className="flex gap-2 [&>*]:flex-1">
        {listing.state === 'sold' || listing.state === 'hidden' ? null : (
          <LinkButton to={paths.editPost(listing.id)} size="lg">
            <PencilLine aria-hidden="true" strokeWidth={1.75} className="size-5" />
            Edit ad
          </LinkButton>
        )}
        <LinkButton to={paths.dashboard} variant="secondary" size="lg">
          <LayoutGrid aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Dashboard
        </LinkButton>
      </div>
    )
  }
  if (!isOnOffer(listing)) return null
  return (
    <Button size="lg" className="w-full" onClick={onMessage}>
      <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5" />
      Message
    </Button>
  )
}

/** How many looked and saved, and the heart and the link for this reader. */
export function Interest({ listing, own }: { listing: ListingDetail; own: boolean }) {
  return (
    <div className="flex min-h-11 items-center gap-4 text-ink-2">
      <span className="type-small tnum inline-flex items-center gap-1.5">
        <Eye aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {plural(listing.views_count, 'view')}
      </span>
      <span className="type-small tnum inline-flex items-center gap-1.5">
        <Heart aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {listing.saves_count} saved
      </span>
      <span className="ms-auto -me-2 flex max-md:hidden">
        {own ? null : <SaveThis listing={listing} look="plain" />}
        <ShareThis listing={listing} look="plain" />
      </span>
    </div>
  )
}

export function SaveThis({ listing, look }: { listing: ListingDetail; look: 'plain' | 'floating' }) {
  const favourites = useFavourites(sayNotSaved)
  return (
    <HeartButton
      title={listing.title}
      saved={favourites.has(listing.id)}
      onToggle={() => favourites.toggle(listing.id)}
      look={look}
      size={44}
    />
  )
}

export function ShareThis({ listing, look }: { listing: ListingDetail; look: 'plain' | 'floating' }) {
  return (
    <IconButton label="Share this ad" look={look} onClick={() => void share(listing)}>
      <Share aria-hidden="true" strokeWidth={1.75} className="size-5" />
    </IconButton>
  )
}

/** The device's share sheet where there is one, otherwise the address is copied. */
async function share(listing: ListingDetail): Promise<void> {
  const url = `${location.origin}${paths.listing(listing.id)}`
  try {
    if (navigator.share) await navigator.share({ title: listing.title, url })
    else {
      await navigator.clipboard.writeText(url)
      void toast({ title: 'Link copied' })
    }
  } catch (error) {
    // Closing the share sheet is an AbortError and no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    void toast({ tone: 'error', title: 'Not copied', description: url })
  }
}
