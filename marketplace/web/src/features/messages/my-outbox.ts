import { useSyncExternalStore } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { sendMessage } from './api.ts'
import { createOutbox, type Waiting } from './outbox.ts'
import { addToThread } from './use-thread.ts'

/** This page's outbox: it sends through the data API and puts what was sent into the thread. */
export const outbox = createOutbox({
  async send(waiting) {
    const message = await sendMessage(waiting.conversationId, waiting.clientId, waiting.body)
    if (message) addToThread(queryClient, waiting.conversationId, [message])
    else await queryClient.invalidateQueries({ queryKey: ['thread', waiting.conversationId] })
  },
  storage: localStorage,
  isOnline: () => navigator.onLine,
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
})
window.addEventListener('online', () => void outbox.flush())
void outbox.flush()

/** What waits to be sent in one conversation. */
export function useWaiting(conversationId: string): readonly Waiting[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.get)
  return all.filter((item) => item.conversationId === conversationId)
}
