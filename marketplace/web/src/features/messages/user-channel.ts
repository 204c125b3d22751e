/**
 * Listens to one event of the private topic `user:<id>`, on which this page also announces the user's presence. `onJoined` is called
 * whenever earlier events may have been missed. The topic code is loaded with the first call, as visitors have no topic.
 */
export function onUserEvent(
  userId: string,
  event: 'conversation' | 'listing' | 'notification' | 'notifications_read' | 'order',
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
    // The chunk failed to load: everything is still fetched when a page is opened.
    () => undefined,
  )
  return () => {
    isOver = true
    leave()
  }
}
