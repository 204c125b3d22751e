import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenSettled } from '../../lib/settled.ts'
import { setTitleUnread } from '../../ui/page-title.ts'
import { unreadKey, useUnread } from './use-unread.ts'
import { onUserEvent } from './user-channel.ts'

/** Keeps the unread count up to date and shows it in the title. Mounted once, by the shell, for signed-in users. */
export function useUnreadLive(userId: string | null): void {
  const queries = useQueryClient()
  const unread = useUnread(userId)
  useEffect(() => setTitleUnread(unread), [unread])
  useEffect(() => {
    if (!userId) return
    const look = () => void queries.invalidateQueries({ queryKey: unreadKey(userId) })
    const settled = whenSettled(look)
    const stop = onUserEvent(
      userId,
      'conversation',
      ({ unread_total }) => {
        if (typeof unread_total === 'number') queries.setQueryData(unreadKey(userId), unread_total)
        // Two simultaneous messages in different conversations were each counted without the other.
        settled.later()
      },
      look,
    )
    return () => {
      settled.stop()
      stop()
    }
  }, [userId, queries])
}
