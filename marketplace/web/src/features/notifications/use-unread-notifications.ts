import { useQuery } from '@tanstack/react-query'
import { theClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

/** Key of everything about one user's notifications. */
export const notificationsKey = (userId: string | null) => ['notifications', userId] as const
export const unreadKey = (userId: string | null) => [...notificationsKey(userId), 'unread'] as const

/** Number of unread notifications; 0 for visitors. */
export function useUnreadNotifications(userId: string | null): number {
  const { data } = useQuery({ queryKey: unreadKey(userId), enabled: userId !== null, queryFn: readUnreadCount })
  return data ?? 0
}

/** The number of unread notifications. Separate from api.ts, because every page shows this count but few use the rest. */
async function readUnreadCount(): Promise<number> {
  return dataOf(await (await theClient()).rpc('unread_notifications')) ?? 0
}
