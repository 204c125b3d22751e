import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { PHOTO_DRAFT } from '../../../../contract/ads/photo-draft.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { readPhotoDraft } from './api.ts'
import type { PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'
import { SuggestionPanel } from './SuggestionPanel.tsx'
import { photoSuggestions } from './suggestions.ts'
import type { Category } from './types.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Offers to fill in the form from the photos, if a model is configured. */
export function PhotoDraftOffer({
  photos,
  categories,
}: {
  photos: readonly PostPhoto[]
  categories: readonly Category[]
}) {
  const { getValues } = useFormContext<PostForm>()
  const suggestions = useSuggestions('photo')
  const paths = photos
    .flatMap(({ path, state }) => (path && state.is === 'ready' ? [path] : []))
    .slice(0, PHOTO_DRAFT.maxPhotos)
  const looking = useMutation({
    mutationFn: () => readPhotoDraft(paths),
    onSuccess: (draft) => suggestions.show(photoSuggestions(draft, categories, getValues())),
  })
  if (!config.photoDrafts || paths.length === 0) return null
  if (suggestions.list.length > 0) {
    return (
      <SuggestionPanel
        title={t('post.fromYourPhotos')}
        line={t('post.suggest.hint')}
        suggestions={suggestions.list}
        onTake={suggestions.take}
        onLeave={suggestions.leave}
        onClose={suggestions.close}
      />
    )
  }
  return (
    <div className="grid gap-1.5">
      <Button
        variant="soft"
        className="justify-self-start"
        loading={looking.isPending}
        loadingLabel={t('post.looking')}
        onClick={() => looking.mutate()}
      >
        <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {paths.length === 1 ? t('post.suggest.restFromPhoto') : t('post.suggest.restFromPhotos')}
      </Button>
      <p role="status" className="type-small text-ink-2">
        {looking.error
          ? sentenceOf(looking.error)
          : looking.isSuccess
            ? t('post.suggest.nothingMore')
            : t('post.suggest.privacy')}
      </p>
    </div>
  )
}
