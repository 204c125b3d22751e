import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenSettled } from '../../lib/settled.ts'
import { notificationsKey, unreadKey } from './use-unread-notifications.ts'

/** Listens to one event of the user's own topic; `onJoined` is called whenever events may have been missed. */
export type ListenToUser = (
  userId: string,
  event: 'notification' | 'notifications_read',
  handler: (payload: Record<string, unknown>) => void,
  onJoined: () => void,
) => () => void

/** Keeps the bell and the open list up to date. Mounted once, by the shell, which provides the channel. */
export function useNotificationsLive(userId: string | null, listen: ListenToUser): void {
  const queries = useQueryClient()
  const last = useRef(userId)
  useEffect(() => {
    const hasLeft = last.current !== null && userId !== last.current
    last.current = userId
    // Best effort, for the sake of the next user of this browser.
    if (hasLeft) void import('./push.ts').then(({ forgetPush }) => forgetPush()).catch(() => undefined)
  }, [userId])
  useEffect(() => {
    if (!userId) return
    const look = () => void queries.invalidateQueries({ queryKey: notificationsKey(userId) })
    const settled = whenSettled(look)
    const take = ({ unread }: Record<string, unknown>) => {
      if (typeof unread === 'number') queries.setQueryData(unreadKey(userId), unread)
      // Refetch the count as well: a read in flight may predate the event. Once for a hundred notifications that arrive together.
      settled.later()
    }
    const stops = [
      listen(userId, 'notification', take, look),
      listen(userId, 'notifications_read', take, () => undefined),
    ]
    return () => {
      settled.stop()
      for (const stop of stops) stop()
    }
  }, [userId, queries, listen])
}
