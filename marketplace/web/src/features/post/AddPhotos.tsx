import { Camera, ImagePlus } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { ACCEPTED_TYPES } from './photos.ts'

interface AddPhotosProps {
  id: string
  count: number
  onFiles: (files: Iterable<File>) => void
}

/** The last tile: choose files, or take a picture where the device has a camera at hand. */
export function AddPhotos({ id, count, onFiles }: AddPhotosProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // The same file may be chosen again after it was removed.
    event.target.value = ''
  }
  return (
    <div className="grid gap-2">
      <label className="relative grid aspect-square cursor-pointer place-content-center justify-items-center gap-0.5 rounded-photo border-[1.5px] border-dashed border-line-strong text-center transition-colors hover:border-brand has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPTED_TYPES.join(',')}
          onChange={take}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <ImagePlus aria-hidden="true" strokeWidth={1.75} className="mb-1.5 size-6" />
        <span className="type-small font-semibold">{count === 0 ? t('Add photos') : t('Add more')}</span>
        <span className="type-micro tnum text-ink-2">{t('{count} of {max}', { count, max: LIMITS.photos.max })}</span>
      </label>
      <label className="relative hidden min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-line-2 bg-surface text-[14px] font-semibold has-focus-visible:outline-[2.5px] has-focus-visible:outline-focus pointer-coarse:flex">
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={take}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <Camera aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('Camera')}
      </label>
    </div>
  )
}
