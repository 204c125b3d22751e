import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { toast } from '../../ui/toast.ts'
import { changeSearch, deleteSearch, markSeen, readFreshHits, readSearches, saveSearch } from './api.ts'
import type { SavedSearch, SearchChoices, SearchToSave } from './types.ts'

export function searchesQuery(userId: string | null) {
  return queryOptions({ queryKey: ['saved-searches', userId], queryFn: readSearches, enabled: userId !== null })
}

/** Recent results of the user's saved searches. */
export function freshHitsQuery(userId: string, most: number) {
  return queryOptions({ queryKey: ['saved-searches', userId, 'hits', most], queryFn: () => readFreshHits(most) })
}

/** Saving, changing, deleting and marking as seen; each refetches the list. */
export function useSearchMutation(userId: string) {
  const queries = useQueryClient()
  const { queryKey } = searchesQuery(userId)
  const refresh = () => queries.invalidateQueries({ queryKey })
  const save = useMutation({
    mutationFn: ({ search, choices }: { search: SearchToSave; choices: SearchChoices }) => saveSearch(search, choices),
    onSuccess: refresh,
  })
  const change = useMutation({
    mutationFn: ({ search, choices }: { search: SavedSearch; choices: SearchChoices }) => changeSearch(search, choices),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) => deleteSearch(id),
    onSuccess: (_, { name }) => {
      toast({ title: t('searches.deleted', { name }) })
      return refresh()
    },
    onError: (error, { name }) =>
      toast({ tone: 'error', title: t('searches.notDeleted', { name }), description: sentenceOf(error) }),
  })
  const seen = useMutation({
    mutationFn: ({ id }: SavedSearch) => markSeen(id),
    onMutate: ({ id }) => {
      queries.setQueryData<SavedSearch[]>(queryKey, (known) =>
        known?.map((one) => (one.id === id ? { ...one, new_count: 0 } : one)),
      )
    },
    // The count is restored by the refetch.
    onError: refresh,
  })
  return { save, change, remove, seen }
}
