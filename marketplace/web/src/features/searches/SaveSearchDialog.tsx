import { paths } from '../../../../contract/paths.ts'
import { inSmallLetters } from '../../i18n/in-sentence.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { navigate } from '../../lib/router.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useSearchMutation } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'
import { CADENCE_LABEL, CHANNELS, MAX_NAME, type SearchToSave } from './types.ts'

/** Settings of a search that is being saved. */
export function SaveSearchDialog({
  search,
  userId,
  onClose,
}: {
  search: SearchToSave
  userId: string
  onClose: () => void
}) {
  const { save } = useSearchMutation(userId)
  return (
    <Dialog
      onClose={onClose}
      title={t('searches.saveThisSearch')}
      description={search.summary || t('searches.notifyHint')}
    >
      <SearchForm
        initial={{
          name: search.name.slice(0, MAX_NAME),
          cadence: 'instant',
          channels: CHANNELS,
          exclude_words: [search.search.exclude ?? []].flat(),
        }}
        submitLabel={t('searches.saveSearch')}
        isSaving={save.isPending}
        problem={save.isError ? sentenceOf(save.error) : null}
        onSubmit={(choices) =>
          save.mutate(
            { search, choices },
            {
              onSuccess: () => {
                toast({
                  title: t('searches.searchSaved'),
                  description:
                    choices.cadence === 'off'
                      ? t('searches.waitsInDashboard')
                      : t('searches.cadence', { cadence: inSmallLetters(CADENCE_LABEL[choices.cadence]) }),
                  action: { label: t('common.show'), onClick: () => navigate(paths.searches) },
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
