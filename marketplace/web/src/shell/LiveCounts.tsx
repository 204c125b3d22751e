import { useOwnPlace } from '../features/listings/use-own-place.ts'
import { useUnreadLive } from '../features/messages/use-unread-live.ts'
import { onUserEvent } from '../features/messages/user-channel.ts'
import { useNotificationsLive } from '../features/notifications/use-notifications-live.ts'
import { useOrdersLive } from '../features/orders/use-orders-live.ts'

/** Runs while a user is signed in: unread counts, live orders, and the usual place. Visitors never load it. */
export function LiveCounts({ userId }: { userId: string | null }) {
  useOwnPlace()
  useUnreadLive(userId)
  useNotificationsLive(userId, onUserEvent)
  useOrdersLive(userId, onUserEvent)
  return null
}
