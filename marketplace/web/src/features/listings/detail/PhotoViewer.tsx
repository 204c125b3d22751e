import { Flag, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { useBackCloses } from '../../../ui/use-back-closes.ts'
import type { ListingPhoto } from '../listing.ts'
import { PhotoArrows } from './PhotoArrows.tsx'
import { usePhotoStrip } from './use-photo-strip.ts'

interface PhotoViewerProps {
  photos: readonly ListingPhoto[]
  title: string
  start: number
  altOf: (photo: ListingPhoto, at: number) => string
  /** Closes the viewer first: nothing can be shown above a modal dialog. */
  onReport: ((photo: ListingPhoto) => void) | undefined
  onClose: (lastShown: number) => void
}

/**
 * Full-window viewer of one uncropped photo at a time: swipe or arrow keys to turn, + to zoom, pinch zoom as in the browser. The native
 * dialog handles focus.
 */
export function PhotoViewer({ photos, title, start, altOf, onReport, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { shown, show: turn, strip } = usePhotoStrip(photos.length, start)
  const [isClose, setClose] = useState(false)
  const last = photos.length - 1

  useBackCloses(true, () => dialog.current?.close())

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    turn(start, 'instant')
  }, [])

  const show = (at: number) => {
    setClose(false)
    turn(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '-') return setClose(event.key === '+')
    // When zoomed in, the arrow keys scroll the photo.
    const to = isClose ? undefined : { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  const Zoom = isClose ? ZoomOut : ZoomIn
  const report = () => {
    const photo = photos[shown]
    dialog.current?.close()
    if (photo) onReport?.(photo)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('listing.photosOfLarge', { title })}
      onClose={() => onClose(shown)}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-black p-0 text-white"
    >
      <div className="grid size-full grid-rows-[auto_minmax(0,1fr)] gap-2 p-3 md:p-5">
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="tnum me-auto ps-1 font-semibold">
            <Trans
              id="listing.photoNumber"
              values={{ number: shown + 1, count: photos.length }}
              components={{ 0: <span className="sr-only" /> }}
            />
          </p>
          {onReport ? (
            <IconButton icon={Flag} label={t('listing.reportThisPhoto')} look="floating" onClick={report} />
          ) : null}
          <IconButton
            icon={Zoom}
            label={isClose ? t('listing.wholePhoto') : t('listing.lookCloser')}
            look="floating"
            onClick={() => setClose(!isClose)}
          />
          <IconButton icon={X} label={t('app.close')} look="floating" onClick={() => dialog.current?.close()} />
        </div>
        <div className="relative min-h-0">
          <ul
            {...strip}
            className={cx(
              'scrollbar-none flex size-full overscroll-contain',
              isClose ? 'overflow-hidden' : 'snap-x snap-mandatory overflow-x-auto',
            )}
          >
            {photos.map((photo, at) => (
              <li
                key={photo.id}
                aria-hidden={at === shown ? undefined : true}
                className={cx('size-full shrink-0 snap-center', isClose && at === shown && 'overflow-auto')}
              >
                {Math.abs(at - shown) <= 1 ? (
                  <Photo
                    path={photo.path}
                    alt={altOf(photo, at)}
                    sizes={isClose ? '250vw' : '100vw'}
                    ratio={null}
                    fit="contain"
                    priority={at === shown}
                    className={cx('bg-transparent!', isClose && at === shown ? 'h-[250%] w-[250%]' : 'size-full')}
                  />
                ) : null}
              </li>
            ))}
          </ul>
          {last > 0 && !isClose ? (
            <PhotoArrows shown={shown} last={last} onShow={show} edges={['start-1', 'end-1']} />
          ) : null}
        </div>
      </div>
    </dialog>
  )
}
