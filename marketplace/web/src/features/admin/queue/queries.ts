import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { actOnQueue, readPerson, readQueue } from './api.ts'

/** Polls every 30 s. */
export function useQueue(enabled = true) {
  return useQuery({ queryKey: ['admin', 'queue'], queryFn: readQueue, enabled, staleTime: 0, refetchInterval: 30_000 })
}

export function usePersonFile(person: string) {
  return useQuery({ queryKey: ['admin', 'person', person], queryFn: () => readPerson(person), staleTime: 60_000 })
}

export function useQueueMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: actOnQueue,
    onSuccess: (_, action) => {
      if (action.type !== 'take')
        toast({ title: t('admin.queue.decided'), description: t('admin.queue.everyoneNotified') })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => {
      toast({ tone: 'error', title: t('admin.queue.notDecided'), description: sentenceOf(error) })
      return client.invalidateQueries({ queryKey: ['admin', 'queue'] })
    },
  })
}
