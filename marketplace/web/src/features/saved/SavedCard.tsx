import { Ellipsis, FolderPen, Heart, NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { shortPlaceName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Price } from '../../ui/Price.tsx'
import { isOver, priceChange } from './change-mark.ts'
import type { SavedAd } from './types.ts'

const STATE_LABEL: Readonly<Record<string, string>> = {
  reserved: t('ads.reserved'),
  sold: t('ads.sold'),
  expired: t('common.ended'),
  paused: t('common.paused'),
}

interface SavedCardProps {
  ad: SavedAd
  onRemove: () => void
  onEdit: () => void
}

/** A saved ad with what has changed since: price, reserved, sold. */
export function SavedCard({ ad, onRemove, onEdit }: SavedCardProps) {
  const { listing, note } = ad
  const change = priceChange(ad)
  const isCheaper = change !== null && (listing.price_minor ?? 0) < (ad.seen_price_minor ?? 0)
  return (
    <article className="relative">
      <Link to={paths.listing(listing.id)} className="block rounded-photo outline-offset-4">
        <Photo
          path={listing.cover_path}
          alt=""
          sizes="(width < 768px) 46vw, 240px"
          className="rounded-photo"
          imageClassName={listing.state === 'active' ? undefined : 'saturate-[.8]'}
        />
        <span className="mt-2.5 block pe-10">
          <Price minor={listing.price_minor} currency={listing.currency} type={listing.price_type} />
        </span>
        <span className="block truncate">{listing.title}</span>
        <span className={isCheaper ? 'type-small block text-clay-ink' : 'type-small block truncate text-ink-3'}>
          {change ?? shortPlaceName(listing)}
        </span>
      </Link>
      {note ? (
        <p className="type-small mt-1 flex gap-1.5 text-ink-2 wrap-anywhere">
          <NotebookPen aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
          {note}
        </p>
      ) : null}
      <Mark state={listing.state} isCheaper={isCheaper} isOver={isOver(ad)} />
      <IconButton
        label={t('saved.remove', { title: listing.title })}
        look="floating"
        size={36}
        className="absolute! end-2 top-2"
        onClick={onRemove}
      >
        <Heart aria-hidden="true" strokeWidth={1.75} className="size-5 fill-clay text-clay" />
      </IconButton>
      {/* Positioned beside price and title: the photo above is square. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-square">
        <div className="pointer-events-auto absolute end-0 top-full mt-1">
          <Menu
            label={t('saved.moreFor', { title: listing.title })}
            trigger={<IconButton icon={Ellipsis} label={t('saved.moreFor', { title: listing.title })} size={36} />}
          >
            <MenuItem onSelect={onEdit}>
              <FolderPen aria-hidden="true" strokeWidth={1.75} />
              {t('saved.folderAndNote')}
            </MenuItem>
            <MenuItem onSelect={onRemove}>
              <Heart aria-hidden="true" strokeWidth={1.75} />
              {t('common.remove')}
            </MenuItem>
          </Menu>
        </div>
      </div>
    </article>
  )
}

function Mark({ state, isCheaper, isOver: over }: { state: string; isCheaper: boolean; isOver: boolean }): ReactNode {
  const label = STATE_LABEL[state]
  if (!label && !isCheaper) return null
  return (
    <span className="pointer-events-none absolute start-2 top-2">
      {label ? (
        <Badge tone={over ? 'neutral' : 'offer'}>{label}</Badge>
      ) : (
        <Badge tone="saffron">{t('ads.priceDrop')}</Badge>
      )}
    </span>
  )
}
