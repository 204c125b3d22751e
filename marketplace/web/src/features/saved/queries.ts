import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { toast } from '../../ui/toast.ts'
import { readCompared, readSaved, removeSaved, restoreSaved, writeRemarks } from './api.ts'
import type { Remarks, SavedAd } from './types.ts'

const savedKey = (userId: string) => keys.dashboard('saved', userId)

export function useSaved(userId: string, isReady: boolean) {
  return useQuery({ queryKey: savedKey(userId), queryFn: () => readSaved(userId), enabled: isReady, staleTime: 30_000 })
}

/** The ads to compare. */
export function useCompared(ids: readonly string[]) {
  return useQuery({ queryKey: ['compared', ids], queryFn: () => readCompared(ids), staleTime: 30_000 })
}

/** Removes saved ads: optimistic, rolled back when the server refuses or on Undo. */
export function useRemoveSaved(userId: string) {
  const queries = useQueryClient()
  const queryKey = savedKey(userId)
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.dashboard() }),
      queries.invalidateQueries({ queryKey: keys.favorites() }),
    ])
  const restore = useMutation({
    mutationFn: restoreSaved,
    onSuccess: refresh,
    onError: (error) => toast({ tone: 'error', title: t('saved.notSavedAgain'), description: sentenceOf(error) }),
  })
  return useMutation({
    mutationFn: (ads: readonly SavedAd[]) =>
      removeSaved(
        userId,
        ads.map(({ listing }) => listing.id),
      ),
    onMutate: async (ads) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<SavedAd[]>(queryKey)
      queries.setQueryData<SavedAd[]>(
        queryKey,
        before?.filter((one) => !ads.includes(one)),
      )
      return { before }
    },
    onSuccess: (_, ads) => {
      const [only, ...others] = ads
      toast({
        title:
          others.length > 0
            ? t('saved.removedCount', { count: ads.length })
            : t('saved.noLongerSaved', { title: only?.listing.title }),
        action: { label: t('common.undo'), onClick: () => restore.mutate(ads) },
      })
      return refresh()
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before)
      toast({ tone: 'error', title: t('saved.nothingWasRemoved'), description: sentenceOf(error) })
    },
  })
}

/** Folder, note and notification setting of a saved ad. */
export function useRemarks(userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ ad, remarks }: { ad: SavedAd; remarks: Remarks }) => writeRemarks(userId, ad.listing.id, remarks),
    onSuccess: (_, { ad, remarks }) => {
      queries.setQueryData<SavedAd[]>(savedKey(userId), (known) =>
        known?.map((one) => (one.listing.id === ad.listing.id ? { ...one, ...remarks } : one)),
      )
    },
  })
}
