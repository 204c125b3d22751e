import { Eye, Heart, MessageCircle, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFavourites } from '../favourites.ts'
import { HeartButton } from '../HeartButton.tsx'
import { sayNotSaved } from '../ListingGrid.tsx'
import { isOnOffer, type ListingDetail } from '../listing.ts'

interface MainActionProps {
  listing: ListingDetail
  onMessage: () => void
  /** "Make an offer", beside the message. */
  offer?: ReactNode
}

/** What a reader does with an ad; nothing once it is over. */
export function MainAction({ listing, onMessage, offer }: MainActionProps) {
  if (!isOnOffer(listing)) return null
  return (
    <div className="flex gap-2 max-md:flex-row-reverse print:hidden [&>*]:flex-1">
      <Button size="lg" onClick={onMessage}>
        <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {t('Message')}
      </Button>
      {offer}
    </div>
  )
}

interface InterestProps {
  listing: ListingDetail
  own: boolean
  /** The way to report the ad. */
  report?: ReactNode
}

/** How many looked and saved, and the heart, the link and the report for this reader. */
export function Interest({ listing, own, report }: InterestProps) {
  return (
    <div className="flex min-h-11 items-center gap-4 text-ink-2">
      <span className="type-small tnum inline-flex items-center gap-1.5">
        <Eye aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {t('{viewsCount, plural, one {# view} other {# views}}', { viewsCount: listing.views_count })}
      </span>
      <span className="type-small tnum inline-flex items-center gap-1.5">
        <Heart aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {t('{savesCount} saved', { savesCount: listing.saves_count })}
      </span>
      {own ? (
        <span className="type-small tnum inline-flex items-center gap-1.5">
          <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {t('{chatsCount, plural, one {# chat} other {# chats}}', { chatsCount: listing.chats_count })}
        </span>
      ) : null}
      <span className="ms-auto -me-2 flex print:hidden">
        {own ? null : <SaveThis listing={listing} look="plain" className="max-md:hidden" />}
        <ShareThis listing={listing} look="plain" className="max-md:hidden" />
        {report}
      </span>
    </div>
  )
}

interface AdButtonProps {
  listing: ListingDetail
  look: 'plain' | 'floating'
  className?: string
}

export function SaveThis({ listing, look, className }: AdButtonProps) {
  const favourites = useFavourites(sayNotSaved)
  return (
    <HeartButton
      title={listing.title}
      saved={favourites.has(listing.id)}
      onToggle={() => favourites.toggle(listing.id)}
      look={look}
      size={44}
      className={className}
    />
  )
}

export function ShareThis({ listing, look, className }: AdButtonProps) {
  return (
    <IconButton label={t('Share this ad')} look={look} onClick={() => void share(listing)} className={className}>
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
      void toast({ title: t('Link copied') })
    }
  } catch (error) {
    // Closing the share sheet is an AbortError and no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    void toast({ tone: 'error', title: t('Not copied'), description: url })
  }
}
