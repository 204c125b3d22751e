import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { TipButton } from '../../ui/TipButton.tsx'
import { PHOTO_TYPES } from './chat-photo.ts'
import type { PhotoSending } from './use-photo-sending.ts'

/** Picks photos to send. */
export function PhotoTool({ sending }: { sending: PhotoSending }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES}
        multiple
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          sending.add(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <TipButton label={t('messages.sendPhotos')} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </TipButton>
    </>
  )
}

/** Photos being sent, shown above the message field. */
export function PhotosOnTheirWay({ sending }: { sending: PhotoSending }) {
  if (sending.photos.length === 0) return null
  return (
    <ul className="grid gap-2 pb-3">
      {sending.photos.map((photo) => (
        <li key={photo.id} className="flex items-center gap-3">
          <img src={photo.preview} alt="" className="size-12 rounded-control object-cover" />
          {photo.failed ? (
            <>
              <span role="alert" className="type-small min-w-0 flex-1 text-danger-ink">
                {t('messages.photoNotSent', { failed: photo.failed })}
              </span>
              <Button variant="soft" size="s" onClick={() => sending.retry(photo.id)}>
                {t('app.tryAgain')}
              </Button>
              <Button variant="ghost" size="s" onClick={() => sending.discard(photo.id)}>
                {t('messages.discard')}
              </Button>
            </>
          ) : (
            <span role="status" className="type-small text-ink-2">
              {t('messages.sendingThePhoto')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
