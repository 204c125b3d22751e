import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import type { ListingPhoto } from '../listing.ts'

interface PhotoViewerProps {
  photos: readonly ListingPhoto[]
  title: string
  start: number
  altOf: (photo: ListingPhoto, at: number) => string
  onClose: (lastShown: number) => void
}

/** One photo at a time over the whole window, never cropped. The browser's own dialog keeps the focus and gives it back. */
export function PhotoViewer({ photos, title, start, altOf, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(start)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const photo = photos[shown]
  const last = photos.length - 1
  const show = (at: number) => setShown(Math.min(last, Math.max(0, at)))
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: last }[event.key]
    if (to !== undefined) show(to)
  }
  if (!photo) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${title}, large`}
      onClose={() => onClose(shown)}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-black p-0 text-white"
    >
      <div className="grid size-full grid-rows-[auto_minmax(0,1fr)] gap-2 p-3 md:p-5">
        <div className="flex items-center justify-between">
          <p role="status" className="tnum ps-1 font-semibold">
            <span className="sr-only">Photo </span>
            {shown + 1} / {photos.length}
          </p>
          <IconButton label="Close" look="floating" onClick={() => dialog.current?.close()}>
            <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
          </IconButton>
        </div>
        <div className="relative">
          <Photo
            key={photo.id}
            path={photo.path}
            alt={altOf(photo, shown)}
            sizes="100vw"
            ratio={null}
            fit="contain"
            priority
            className="size-full bg-transparent!"
          />
          {last > 0 ? (
            <>
              <IconButton
                label="Photo before"
                look="floating"
                disabled={shown === 0}
                onClick={() => show(shown - 1)}
                className="absolute! start-1 top-1/2 -translate-y-1/2"
              >
                <ChevronLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
              </IconButton>
              <IconButton
                label="Next photo"
                look="floating"
                disabled={shown === last}
                onClick={() => show(shown + 1)}
                className="absolute! end-1 top-1/2 -translate-y-1/2"
              >
                <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5" />
              </IconButton>
            </>
          ) : null}
        </div>
      </div>
    </dialog>
  )
}
