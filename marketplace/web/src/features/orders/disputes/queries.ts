import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../lib/data/query-keys.ts'
import { toast } from '../../../ui/toast.ts'
import { readCase, readCases } from './api.ts'

const CASES = keys.orders('cases')

export const casesQuery = queryOptions({ queryKey: CASES, queryFn: readCases, staleTime: 0, refetchInterval: 60_000 })

export const caseQuery = (orderId: string) =>
  queryOptions({ queryKey: [...CASES, orderId], queryFn: () => readCase(orderId), staleTime: 30_000 })

/** A moderator's action on a case; the form shows failures itself. */
export function useCaseMutation<Given>(action: (given: Given) => Promise<void>, done: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: async () => {
      void toast({ title: done })
      onDone?.()
      await queries.invalidateQueries({ queryKey: CASES })
    },
  })
}
