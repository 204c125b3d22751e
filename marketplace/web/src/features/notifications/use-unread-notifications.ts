import { useQuery } from '@tanstack/react-query'
import { readUnreadCount } from './unread-count.ts'

/** Key of everything about one user's notifications. */
export const notificationsKey = (userId: string | null) => ['notifications', userId] as const
export const unreadKey = (userId: string | null) => [...notificationsKey(userId), 'unread'] as const

/** Number of unread notifications; 0 for visitors. */
export function useUnreadNotifications(userId: string | null): number {
  const { data } = useQuery({ queryKey: unreadKey(userId), enabled: userId !== null, queryFn: readUnreadCount })
  return data ?? 0
}
