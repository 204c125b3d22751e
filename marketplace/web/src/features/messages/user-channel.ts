import { listenTo } from './live-topic.ts'

/**
 * Listens to one event of the private topic `user:<id>`, on which this page also shows that
 * its person is online. `onJoined` is called whenever events may have been missed before.
 */
export function onUserEvent(
  userId: string,
  event: 'conversation' | 'listing' | 'notification' | 'notifications_read',
  handler: (payload: Record<string, unknown>) => void,
  onJoined: () => void,
): () => void {
  const topic = listenTo(
    `user:${userId}`,
    {
      onBroadcast(name, payload, isFromDatabase) {
        if (name === event && isFromDatabase) handler(payload)
      },
      onJoined,
    },
    { presentAs: userId },
  )
  return topic.leave
}
