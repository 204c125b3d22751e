import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { CONTACT } from '../../../../contract/help/contact.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../ui/format-numbers.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'

const { most, maxBytes, types } = CONTACT.pictures

/** Adds and removes up to three pictures. */
export function PicturesField({
  pictures,
  onChange,
}: {
  pictures: readonly File[]
  onChange: (next: readonly File[]) => void
}) {
  const id = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    const fits = chosen.filter((file) => types.some((type) => type === file.type) && file.size <= maxBytes)
    if (fits.length < chosen.length)
      toast({ tone: 'error', title: t('contact.notAdded'), description: t('contact.picturesInvalid') })
    onChange([...pictures, ...fits].slice(0, most))
  }
  return (
    <div className="grid gap-2">
      {pictures.length > 0 ? (
        <ul aria-label={t('contact.pictures')} className="grid list-none! gap-2 ps-0!">
          {pictures.map((picture, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may be the same
              key={at}
              className="mt-0! flex items-center justify-between gap-3 rounded-control border border-line bg-surface ps-3"
            >
              <span className="min-w-0 truncate">{picture.name}</span>
              <span className="flex items-center gap-1">
                <span className="type-small tnum text-ink-3">{formatBytes(picture.size)}</span>
                <IconButton
                  icon={X}
                  label={t('contact.removePicture', { name: picture.name })}
                  onClick={() => onChange(pictures.filter((one) => one !== picture))}
                />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {pictures.length < most ? (
        <>
          <input
            id={id}
            type="file"
            accept={types.join(',')}
            multiple
            onChange={choose}
            aria-label={t('contact.addPictures')}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold text-ink peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus hover:bg-sunken"
          >
            <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {t('contact.addPictures')}
          </label>
          <p className="type-small text-ink-3">{t('contact.picturesHint', { most })}</p>
        </>
      ) : null}
    </div>
  )
}
