import { Camera, Plus } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { cx } from '../../ui/cx.ts'
import { ACCEPTED_TYPES } from './photos.ts'

interface AddPhotosProps {
  id: string
  isFirst: boolean
  onFiles: (files: Iterable<File>) => void
}

/** File picker: full width at first, then a tile at the end. */
export function AddPhotos({ id, isFirst, onFiles }: AddPhotosProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // Allow choosing a removed file again.
    event.target.value = ''
  }
  return (
    <label
      className={cx(
        'relative grid cursor-pointer place-content-center justify-items-center rounded-panel border-[1.5px] border-dashed border-line-strong bg-surface text-center transition-colors hover:border-brand has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isFirst ? 'min-h-44' : 'aspect-square',
      )}
    >
      <input
        id={id}
        type="file"
        multiple
        accept={ACCEPTED_TYPES.join(',')}
        onChange={take}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {isFirst ? (
        <>
          <Arch ratio={1} className="mb-3 grid w-13 place-items-center bg-brand-soft text-brand-ink">
            <Camera aria-hidden="true" strokeWidth={1.75} className="size-6" />
          </Arch>
          <span className="text-[17px]/6 font-semibold">{t('post.addPhotos')}</span>
          <span className="type-small mt-1 text-ink-2">{t('post.photos.hint', { max: LIMITS.photos.max })}</span>
        </>
      ) : (
        <>
          <Plus aria-hidden="true" strokeWidth={1.75} className="mb-1 size-6 text-brand" />
          <span className="type-small font-semibold">{t('common.add')}</span>
        </>
      )}
    </label>
  )
}
