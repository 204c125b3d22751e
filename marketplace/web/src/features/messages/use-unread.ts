import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { theClient } from '../../lib/data/client.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { setTitleUnread } from '../../ui/page-title.ts'
import { onUserEvent } from './user-channel.ts'

/** Debounce between the last event and refetching the count. */
const SETTLED_MS = 500

/** Key of the unread count; invalidated by whatever reads messages. */
export const unreadKey = (userId: string | null) => keys.conversations('unread', userId)

/** Number of unread messages; 0 for visitors. */
export function useUnread(userId: string | null): number {
  const { data } = useQuery({
    queryKey: unreadKey(userId),
    enabled: userId !== null,
    queryFn: async () => {
      const client = await theClient()
      const { data: total, error } = await client.rpc('unread_total')
      if (error) throw error
      return total
    },
  })
  return data ?? 0
}

/** Keeps the unread count up to date and shows it in the title. Mounted once, by the shell. */
export function useUnreadLive(userId: string | null): void {
  const queries = useQueryClient()
  const unread = useUnread(userId)
  useEffect(() => setTitleUnread(unread), [unread])
  useEffect(() => {
    if (!userId) return
    const look = () => void queries.invalidateQueries({ queryKey: unreadKey(userId) })
    let settled: ReturnType<typeof setTimeout> | undefined
    const stop = onUserEvent(
      userId,
      'conversation',
      ({ unread_total }) => {
        if (typeof unread_total === 'number') queries.setQueryData(unreadKey(userId), unread_total)
        // Two simultaneous messages in different conversations were each counted without the other.
        clearTimeout(settled)
        settled = setTimeout(look, SETTLED_MS)
      },
      look,
    )
    return () => {
      clearTimeout(settled)
      stop()
    }
  }, [userId, queries])
}
