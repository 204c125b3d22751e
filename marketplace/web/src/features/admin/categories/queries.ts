import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { actOnCategory, type CategoryAction, readAllCategories } from './api.ts'

export function useAllCategories() {
  return useQuery({ queryKey: ['admin', 'categories'], queryFn: readAllCategories, staleTime: 0 })
}

/** Category mutations; each invalidates all category queries. */
export function useCategoryMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: CategoryAction) => actOnCategory(action),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.some((part) => typeof part === 'string' && part.includes('categor')),
      }),
    onError: (error) => toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
}
