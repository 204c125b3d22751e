import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
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
      <IconButton label={t('Send photos')} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
    </>
  )
}

/** Photos that are on their way, above the field where one writes. */
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
                {t('Not sent. {failed}', { failed: photo.failed })}
              </span>
              <Button variant="soft" size="s" onClick={() => sending.retry(photo.id)}>
                {t('Try again')}
              </Button>
              <Button variant="ghost" size="s" onClick={() => sending.discard(photo.id)}>
                {t('Discard')}
              </Button>
            </>
          ) : (
            <span role="status" className="type-small text-ink-2">
              {t('Sending the photo')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
