import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { type ChosenPhoto, choosePhotos, EVIDENCE_TYPES, MOST_PHOTOS, photoProblem } from './evidence.ts'

interface PhotosFieldProps {
  photos: readonly ChosenPhoto[]
  /** How many more can be added, of eight. */
  most?: number
  hint?: string
  error?: string | null
  onChange: (photos: ChosenPhoto[]) => void
}

/** Chosen photos as tiles, each with a button that removes it, and one to add more. */
export function PhotosField({ photos, most = MOST_PHOTOS, hint, error, onChange }: PhotosFieldProps) {
  const id = useId()
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    const problem = files.map(photoProblem).find((one) => one !== undefined)
    if (problem) void toast({ tone: 'error', title: problem })
    const fitting = files.filter((file) => photoProblem(file) === undefined).slice(0, most - photos.length)
    onChange([...photos, ...choosePhotos(fitting)])
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="float-start type-h3">{t('common.photos')}</legend>
      <p className="type-small tnum float-end pt-1 text-ink-3">
        {t('common.countOfMost', { count: photos.length, most })}
      </p>
      <div className="clear-both grid grid-cols-4 gap-2.5 pt-2.5">
        {photos.map((photo, at) => (
          <div key={photo.id} className="relative aspect-square">
            <img
              src={photo.preview}
              alt={t('common.photoOfCount', { number: at + 1, count: photos.length })}
              className="size-full rounded-photo object-cover"
            />
            <IconButton
              icon={X}
              label={t('orders.photos.remove', { number: at + 1 })}
              size={36}
              className="absolute! end-1 top-1 bg-ink/80! text-paper!"
              onClick={() => onChange(photos.filter((one) => one !== photo))}
            />
          </div>
        ))}
        {photos.length < most ? (
          <div className="aspect-square">
            <input id={id} type="file" accept={EVIDENCE_TYPES} multiple onChange={add} className="peer sr-only" />
            <label
              htmlFor={id}
              className="grid size-full cursor-pointer place-content-center justify-items-center gap-1.5 rounded-photo border border-dashed border-line-strong text-[14px]/5 font-semibold peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus hover:bg-sunken"
            >
              <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-6" />
              {t('orders.photos.add')}
            </label>
          </div>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className="type-small mt-2 text-danger-ink">
          {error}
        </p>
      ) : hint ? (
        <p className="type-small mt-2 text-ink-3">{hint}</p>
      ) : null}
    </fieldset>
  )
}
