import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { suggestAlt } from './alt-suggestion.ts'
import { readPhotoAlt } from './api.ts'
import type { PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'
import { useCategories, usePhotoTexts } from './queries.ts'

interface SuggestedAltProps {
  photo: PostPhoto
  isCover: boolean
  onTake: (alt: string) => void
}

/** Suggests an alternative text from the form, or on request from the operator's model, which sends the photo to another service. */
export function SuggestedAlt({ photo, isCover, onTake }: SuggestedAltProps) {
  const { getValues } = useFormContext<PostForm>()
  const { data: categories = [] } = useCategories()
  const path = photo.state.is === 'ready' ? photo.path : null
  const texts = usePhotoTexts(path)
  const looking = useMutation({ mutationFn: readPhotoAlt })
  const form = getValues()
  const attributes = categories.find(({ slug }) => slug === form.category)?.attributes ?? []
  const known = suggestAlt({ form, attributes, isCover, texts: texts.data ?? [] })
  const suggestion = looking.data?.alt?.value ?? known
  if (config.photoDrafts && path !== null && (looking.isIdle || looking.isPending)) {
    return (
      <Button
        variant="soft"
        size="s"
        className="justify-self-start"
        loading={looking.isPending}
        loadingLabel={t('post.looking')}
        onClick={() => looking.mutate(path)}
      >
        <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {t('post.suggestADescription')}
      </Button>
    )
  }
  if (suggestion === null) {
    return looking.error ? <p className="type-small text-danger-ink">{sentenceOf(looking.error)}</p> : null
  }
  if (texts.isLoading) return null
  return (
    <button
      type="button"
      onClick={() => onTake(suggestion)}
      className="hit-44 type-small flex min-w-0 items-start gap-1.5 justify-self-start text-start font-semibold text-brand"
    >
      <Sparkles aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
      <span dir="auto" className="wrap-anywhere">
        {suggestion}
      </span>
      <span className="sr-only">{t('post.photo.suggestedAlt')}</span>
    </button>
  )
}
