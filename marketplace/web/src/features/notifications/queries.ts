import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { toast } from '../../ui/toast.ts'
import { markRead, PAGE, readNotifications, readPreferences, readTiming, savePreference, saveTiming } from './api.ts'
import type { Notification, Preference, Timing } from './types.ts'
import { notificationsKey, unreadKey } from './use-unread-notifications.ts'

export function useNotifications(userId: string, onlyUnread: boolean) {
  return useInfiniteQuery({
    queryKey: [...notificationsKey(userId), 'list', onlyUnread],
    initialPageParam: null as Notification | null,
    queryFn: async ({ pageParam }) => {
      return readNotifications(onlyUnread, pageParam)
    },
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1) : undefined),
  })
}

/** Marks some or (null) all notifications as read, then refetches the lists. */
export function useMarkRead(userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: markRead,
    onSuccess: (unread) => {
      queries.setQueryData(unreadKey(userId), unread)
      return queries.invalidateQueries({ queryKey: [...notificationsKey(userId), 'list'] })
    },
    onError: (error) => toast({ tone: 'error', title: t('notices.notMarkedRead'), description: sentenceOf(error) }),
  })
}

export function usePreferences(userId: string) {
  return useQuery({ queryKey: [...notificationsKey(userId), 'preferences'], queryFn: readPreferences })
}

/** Optimistic update, rolled back when the server refuses. */
export function useSavePreference(userId: string) {
  const queries = useQueryClient()
  const queryKey = [...notificationsKey(userId), 'preferences']
  return useMutation({
    mutationFn: savePreference,
    onMutate: async (chosen) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Preference[]>(queryKey)
      queries.setQueryData<Preference[]>(
        queryKey,
        before?.map((one) => (one.name === chosen.name ? chosen : one)),
      )
      return { before }
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before)
      toast({ tone: 'error', title: t('common.choiceNotSaved'), description: sentenceOf(error) })
    },
  })
}

export function useTiming(userId: string) {
  return useQuery({ queryKey: [...notificationsKey(userId), 'timing'], queryFn: readTiming })
}

export function useSaveTiming(userId: string) {
  const queries = useQueryClient()
  const queryKey = [...notificationsKey(userId), 'timing']
  return useMutation({
    mutationFn: saveTiming,
    onMutate: async (timing) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Timing>(queryKey)
      queries.setQueryData<Timing>(queryKey, timing)
      return { before }
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before)
      toast({ tone: 'error', title: t('common.choiceNotSaved'), description: sentenceOf(error) })
    },
  })
}
