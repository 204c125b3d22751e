import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { toast } from '../../ui/toast.ts'
import * as api from './api.ts'

const KEY = 'security'

export function useSessions() {
  return useQuery({ queryKey: [KEY, 'sessions'], queryFn: api.readSessions, staleTime: 30_000 })
}

export function usePasskeys() {
  return useQuery({ queryKey: [KEY, 'passkeys'], queryFn: api.readPasskeys, staleTime: 30_000 })
}

export function useSecondStep() {
  return useQuery({ queryKey: [KEY, 'second-step'], queryFn: api.readSecondStep, staleTime: 30_000 })
}

export function useIdentities() {
  return useQuery({ queryKey: [KEY, 'identities'], queryFn: api.readIdentities, staleTime: 30_000 })
}

/** A security mutation: refetches, and shows failures as notices. */
export function useSecurityMutation<Given, Result>(action: (given: Given) => Promise<Result>, done?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: () => {
      if (done) toast({ title: done })
      return client.invalidateQueries({ queryKey: [KEY] })
    },
    onError: (error) => toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
}
