import { useOwnPlace } from '../features/listings/use-own-place.ts'
import { useUnreadLive } from '../features/messages/use-unread-live.ts'
import { onUserEvent } from '../features/messages/user-channel.ts'
import { useNotificationsLive } from '../features/notifications/use-notifications-live.ts'
import { useOrdersLive } from '../features/orders/use-orders-live.ts'

/** What runs while somebody is signed in: counts of unread messages and notifications, and their usual place. Visitors never load it. */
export function LiveCounts({ userId }: { userId: string | null }) {
  useOwnPlace()
  useUnreadLive(userId)
  useNotificationsLive(userId, onUserEvent)
  useOrdersLive(userId, onUserEvent)
  return null
}
