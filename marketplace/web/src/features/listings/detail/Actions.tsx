import { Heart, MessageCircle, MessageCircleQuestionMark, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { firstNameOf } from '../../../lib/person-names.ts'
import { useIsLive } from '../../../lib/server-rendered.ts'
import { supportDoor } from '../../../lib/support-door.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatTimeAgo, isLongAgo } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { FavoriteButton } from '../FavoriteButton.tsx'
import { useFavorites } from '../favorites.ts'
import { sayNotSaved } from '../ListingGrid.tsx'
import { isOnOffer, type ListingDetail } from '../listing.ts'

interface MainActionProps {
  listing: ListingDetail
  onMessage: () => void
  /** The "Make an offer" button. */
  offer?: ReactNode
  /** The "Buy now" button, which is then the main one. */
  buy?: ReactNode
  /** Offers to save the ad while it cannot be bought. */
  isSaveFirst?: boolean
  /** Leaves out the seller's name, for the bar on phones. */
  isShort?: boolean
}

/** The main actions on an ad; renders nothing once it is no longer available. */
export function MainAction({ listing, onMessage, offer, buy, isSaveFirst = false, isShort = false }: MainActionProps) {
  if (!isOnOffer(listing)) return null
  const { display_name: name, seller_type: type } = listing.seller
  const words = t('listing.messageTo', { name: type === 'business' ? name : firstNameOf(name) })
  if (buy) {
    const message = isShort ? (
      <IconButton
        icon={MessageCircle}
        label={words}
        look="outline"
        onClick={onMessage}
        className="size-13! rounded-button-lg!"
      />
    ) : (
      <Button variant="secondary" size="lg" aria-label={words} onClick={onMessage}>
        <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        {t('common.message')}
      </Button>
    )
    return isShort ? (
      <div className="flex gap-2 print:hidden [&>:not(:first-child)]:flex-1">
        {message}
        {offer}
        {buy}
      </div>
    ) : (
      <div className="grid gap-2.5 print:hidden">
        {buy}
        <div className="flex gap-2.5 [&>*]:flex-1">
          {offer}
          {message}
        </div>
      </div>
    )
  }
  if (isSaveFirst) {
    return (
      <div className="flex gap-2.5 print:hidden [&>*]:flex-1">
        <SaveButton listing={listing} />
        <Button variant="secondary" size="lg" aria-label={words} onClick={onMessage}>
          <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
          {t('common.message')}
        </Button>
      </div>
    )
  }
  return (
    <div
      className={cx(
        'flex gap-2 print:hidden [&>*]:flex-1',
        isShort ? 'flex-row-reverse' : 'lg:flex-col lg:[&>*]:flex-none',
      )}
    >
      <Button
        size="lg"
        aria-label={isShort ? words : undefined}
        onClick={onMessage}
        className="min-w-0 shrink! max-sm:px-3"
      >
        {/* Very narrow phones only have room for the label. */}
        <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 max-[22rem]:hidden" />
        <span className="truncate">{isShort ? t('common.message') : words}</span>
      </Button>
      {offer}
    </div>
  )
}

function SaveButton({ listing: { id } }: { listing: ListingDetail }) {
  const favorites = useFavorites(sayNotSaved)
  const isSaved = favorites.has(id)
  return (
    <Button variant="secondary" size="lg" aria-pressed={isSaved} onClick={() => favorites.toggle(id)}>
      <Heart aria-hidden="true" strokeWidth={1.75} className={cx('size-5 shrink-0', isSaved && 'fill-current')} />
      {isSaved ? t('listing.saved') : t('common.save')}
    </Button>
  )
}

interface PostedProps {
  listing: ListingDetail
  own: boolean
  /** The report button; omitted on the user's own ad. */
  report?: ReactNode
}

/** Posting date, save, share and report. On phones, save and share are over the photo, and help is here. */
export function Posted({ listing, own, report }: PostedProps) {
  useIsLive()
  const posted = listing.first_published_at ?? listing.created_at
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 max-md:pb-1">
      <p className="type-small tnum text-ink-2">
        {t('listing.postedWhen', { kind: isLongAgo(posted) ? 'date' : 'ago', when: formatTimeAgo(posted) })}
      </p>
      <span className="-mx-2 flex items-center text-ink-2 print:hidden">
        {own ? null : <SaveThis listing={listing} look="plain" className="max-md:hidden" />}
        <ShareThis listing={listing} look="plain" className="max-md:hidden" />
        {/* Replaces the floating button of other pages. */}
        <Button
          variant="ghost"
          size="s"
          aria-haspopup="dialog"
          className="gap-1.5! px-2! font-normal! text-ink-2! md:hidden"
          onClick={(event) => supportDoor.open(event.currentTarget)}
        >
          <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {t('app.needHelp')}
        </Button>
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
  const favorites = useFavorites(sayNotSaved)
  return (
    <FavoriteButton
      title={listing.title}
      saved={favorites.has(listing.id)}
      onToggle={() => favorites.toggle(listing.id)}
      look={look}
      size={44}
      className={className}
    />
  )
}

export function ShareThis({ listing, look, className }: AdButtonProps) {
  return (
    <IconButton
      icon={Share}
      label={t('listing.shareThisAd')}
      look={look}
      onClick={() => void share(listing)}
      className={className}
    />
  )
}

/** Opens the device's share sheet if available, otherwise copies the URL. */
async function share(listing: ListingDetail): Promise<void> {
  const url = `${location.origin}${paths.listing(listing.id)}`
  try {
    if (navigator.share) await navigator.share({ title: listing.title, url })
    else {
      await navigator.clipboard.writeText(url)
      void toast({ title: t('listing.linkCopied') })
    }
  } catch (error) {
    // Closing the share sheet throws an AbortError, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    void toast({ tone: 'error', title: t('listing.notCopied'), description: url })
  }
}
