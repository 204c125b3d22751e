import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../lib/data/failure.ts'
import { toast } from '../../ui/toast.ts'
import { type Kind, readBalance, readPending, readPlan, readStatement, readYear, STATEMENT_PAGE } from './api.ts'

const KEY = 'balance'

export const useBalance = () => useQuery({ queryKey: [KEY, 'sums'], queryFn: readBalance, staleTime: 15_000 })

export const usePlan = () => useQuery({ queryKey: [KEY, 'plan'], queryFn: readPlan, staleTime: 15_000 })

export const usePending = (userId: string) =>
  useQuery({ queryKey: [KEY, 'pending', userId], queryFn: () => readPending(userId), staleTime: 15_000 })

export const useYear = (year: number) =>
  useQuery({ queryKey: [KEY, 'year', year], queryFn: () => readYear(year), staleTime: 60_000 })

export const statementQuery = (month: string | null, kind: Kind) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'statement', month, kind],
    queryFn: ({ pageParam }) => readStatement(month, kind, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < STATEMENT_PAGE ? undefined : last.at(-1)?.id),
    staleTime: 15_000,
  })

/** A change of the balance or the payout settings: refetches the page's data and shows failures. */
export function useChange<Given>(change: (given: Given) => Promise<void>, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone?.()
      return queries.invalidateQueries({ queryKey: [KEY] })
    },
    onError: (error) => void toast({ tone: 'error', title: sentenceOf(error) }),
  })
}
