import { useUnreadLive } from '../features/messages/use-unread-live.ts'
import { onUserEvent } from '../features/messages/user-channel.ts'
import { useNotificationsLive } from '../features/notifications/use-notifications-live.ts'

/** Keeps the counts of unread messages and notifications up to date. Visitors never load it. */
export function LiveCounts({ userId }: { userId: string | null }) {
  useUnreadLive(userId)
  useNotificationsLive(userId, onUserEvent)
  return null
}
