import { Maximize2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Photo } from '../../../ui/Photo.tsx'
import type { ListingPhoto } from '../listing.ts'
import { PhotoArrows } from './PhotoArrows.tsx'
import { PhotoViewer } from './PhotoViewer.tsx'
import { usePhotoStrip } from './use-photo-strip.ts'

/** Width / height of the stage: square on phones. Must match the classes below. */
const STAGE = { phone: 1, wide: 1.3 }
/** A photo whose ratio differs by more than this is shown whole instead of cropped. */
const CROP_TOLERANCE = 1.55

interface PhotoGalleryProps {
  photos: readonly ListingPhoto[]
  title: string
  /** Desaturated, for sold or reserved ads. */
  faded: boolean
  /** Not shown until asked for, so it loads last. */
  isHidden: boolean
  /** Lets the user report a photo in the viewer; omitted for their own ads. */
  onReport?: (photo: ListingPhoto) => void
}

/** The photos of an ad: swipe, scroll, arrow keys, Home, End, thumbnails, a counter, and a full-size viewer. */
export function PhotoGallery({ photos, title, faded, isHidden, onReport }: PhotoGalleryProps) {
  const { shown, show, strip } = usePhotoStrip(photos.length)
  const [large, setLarge] = useState(false)
  const last = photos.length - 1

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }

  return (
    <section aria-label={t('listing.photosOf', { title })} className="grid gap-3 lg:grid-cols-[80px_minmax(0,1fr)]">
      {last > 0 ? (
        <ul className="hidden gap-2 scrollbar-none -m-1.5 overflow-y-auto p-1.5 lg:grid lg:max-h-[38rem] lg:content-start">
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={t('listing.showPhoto', { number: at + 1, count: photos.length })}
                aria-current={at === shown ? 'true' : undefined}
                onClick={() => show(at)}
                className={cx(
                  'block w-full rounded-photo',
                  at === shown && 'outline-[2.5px] outline-offset-2 outline-brand',
                )}
              >
                <Photo path={photo.path} alt="" sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={cx('relative', last === 0 && 'lg:col-span-2')}>
        <ul
          {...strip}
          tabIndex={last > 0 ? 0 : undefined}
          aria-label={last > 0 ? t('listing.photosHint', { count: photos.length }) : undefined}
          onKeyDown={onKeyDown}
          className={cx(
            'scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-sunken md:rounded-photo',
            faded && 'opacity-85 saturate-[.3]',
          )}
        >
          {photos.map((photo, at) => (
            <li key={photo.id} className="w-full shrink-0 snap-center" aria-hidden={at === shown ? undefined : true}>
              <Photo
                path={photo.path}
                alt={altOf(photo, title, at, photos.length)}
                sizes="(min-width: 1376px) 780px, (min-width: 1024px) 56vw, 100vw"
                ratio={null}
                fit={fitOf(photo, STAGE.phone)}
                priority={at === 0 && !isHidden}
                className="aspect-square rounded-none md:aspect-[1.3]"
                imageClassName={fitOf(photo, STAGE.wide) === 'cover' ? 'md:object-cover' : 'md:object-contain'}
              />
            </li>
          ))}
        </ul>
        {last > 0 ? (
          <PhotoArrows
            shown={shown}
            last={last}
            onShow={show}
            edges={['start-4 disabled:invisible max-md:hidden!', 'end-4 disabled:invisible max-md:hidden!']}
          />
        ) : null}
        <button
          type="button"
          onClick={() => setLarge(true)}
          className="hit-44 focus-halo type-small tnum absolute! end-4 bottom-4 inline-flex items-center gap-2 rounded-[9px] bg-black/70 px-2.5 py-1 font-semibold md:p-2 text-white max-md:bottom-8"
        >
          <Maximize2 aria-hidden="true" strokeWidth={1.75} className="size-4 max-md:hidden" />
          <span className="sr-only">{t('listing.largePhoto', { number: shown + 1, count: photos.length })}</span>
          <span aria-hidden="true" className="md:hidden">
            {shown + 1} / {photos.length}
          </span>
        </button>
        <p role="status" className="sr-only">
          {last > 0 ? t('common.photoOfCount', { number: shown + 1, count: photos.length }) : null}
        </p>
      </div>
      {large ? (
        <PhotoViewer
          photos={photos}
          title={title}
          start={shown}
          altOf={(photo, at) => altOf(photo, title, at, photos.length)}
          onReport={onReport}
          onClose={(lastShown) => {
            setLarge(false)
            show(lastShown)
          }}
        />
      ) : null}
    </section>
  )
}

function altOf(photo: ListingPhoto, title: string, at: number, total: number): string {
  const what = photo.alt || title
  return total > 1 ? t('listing.photoOf', { what, number: at + 1, total }) : what
}

function fitOf({ width, height }: ListingPhoto, stage: number): 'cover' | 'contain' {
  if (!width || !height) return 'contain'
  const shape = width / height
  return Math.max(shape / stage, stage / shape) <= CROP_TOLERANCE ? 'cover' : 'contain'
}
