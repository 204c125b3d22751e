/**
 * Listens to one event of the private topic `user:<id>`, on which this page also shows that
 * its person is online. `onJoined` is called whenever events may have been missed before.
 * The code of live topics comes with the first call: visitors have no topic and do without it.
 */
export function onUserEvent(
  userId: string,
  event: 'conversation' | 'listing' | 'notification' | 'notifications_read',
  handler: (payload: Record<string, unknown>) => void,
  onJoined: () => void,
): () => void {
  let isOver = false
  let leave = () => {}
  import('./live-topic.ts').then(
    ({ listenTo }) => {
      if (isOver) return
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
      leave = topic.leave
    },
    // A chunk that cannot be had: everything is still looked up when it is opened.
    () => undefined,
  )
  return () => {
    isOver = true
    leave()
  }
}
