import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { LogoMark } from '../../../ui/Logo.tsx'
import { uploadLogo } from './api.ts'

const TYPES = 'image/png,image/svg+xml,image/webp,image/jpeg,image/avif'

/** Uploads immediately; shown everywhere after the form is saved. */
export function LogoField({ path, onChange }: { path: string | null; onChange: (path: string | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess: onChange })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('admin.branding.logo')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid h-16 min-w-16 place-items-center rounded-panel border border-line bg-paper px-3">
          {path ? (
            <img
              src={`${config.url}/storage/v1/object/public/branding/${path}`}
              alt={t('admin.branding.theLogoChosen')}
              className="h-10 w-auto object-contain"
            />
          ) : (
            <LogoMark className="h-10" />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label={t('admin.branding.logoPicture')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) upload.mutate(file)
            event.target.value = ''
          }}
        />
        <Button
          variant="secondary"
          size="s"
          loading={upload.isPending}
          loadingLabel={t('common.uploading')}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('common.chooseAPicture')}
        </Button>
        {path ? (
          <Button variant="ghost" size="s" onClick={() => onChange(null)}>
            {t('admin.branding.backToMark')}
          </Button>
        ) : null}
      </div>
      <p className="type-small text-ink-3">{t('admin.branding.logoHint')}</p>
      {upload.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(upload.error)}
        </p>
      ) : null}
    </fieldset>
  )
}
