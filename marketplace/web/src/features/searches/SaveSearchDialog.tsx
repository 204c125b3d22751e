import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { sentenceOf } from '../../app/failure.ts'
import { inSmallLetters } from '../../i18n/in-sentence.ts'
import { t } from '../../i18n/t.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useSearchActs } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'
import { CADENCE_LABEL, CHANNELS, MAX_NAME, type SearchToSave } from './types.ts'

/** The choices about a search that is being saved. */
export function SaveSearchDialog({
  search,
  userId,
  onClose,
}: {
  search: SearchToSave
  userId: string
  onClose: () => void
}) {
  const { save } = useSearchActs(userId)
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Save this search')}
      description={search.summary || t('We tell you when something new turns up.')}
    >
      <SearchForm
        initial={{
          name: search.name.slice(0, MAX_NAME),
          cadence: 'instant',
          channels: CHANNELS,
          exclude_words: [search.search.exclude ?? []].flat(),
        }}
        submitLabel={t('Save search')}
        isSaving={save.isPending}
        problem={save.isError ? sentenceOf(save.error) : null}
        onSubmit={(choices) =>
          save.mutate(
            { search, choices },
            {
              onSuccess: () => {
                toast({
                  title: t('Search saved'),
                  description:
                    choices.cadence === 'off'
                      ? t('It waits for you in your dashboard.')
                      : t('New ads: {cadence}.', { cadence: inSmallLetters(CADENCE_LABEL[choices.cadence]) }),
                  action: { label: t('Show'), onClick: () => void navigate(paths.searches) },
                })
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}
