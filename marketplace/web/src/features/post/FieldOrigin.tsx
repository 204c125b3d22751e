import { Sparkles } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import type { PostForm } from './listing-form.ts'
import { provenanceOf } from './provenance.ts'

/** Source and confidence of a suggested value, until it is edited. */
export function FieldOrigin({ name }: { name: string }) {
  const { getValues } = useFormContext<PostForm>()
  const taken = useWatch<PostForm, 'taken'>({ name: 'taken' })
  if (!taken[name]) return null
  const origin = provenanceOf(getValues())[name]
  if (!origin) return null
  return (
    <p className="type-small mt-1.5 flex items-center gap-1.5 text-ink-3">
      <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
      {origin.source === 'voice'
        ? t('post.origin.sentence')
        : origin.confidence === null
          ? t('post.fromYourPhotos')
          : t('post.origin.photos', { percent: Math.round(origin.confidence * 100) })}
    </p>
  )
}
