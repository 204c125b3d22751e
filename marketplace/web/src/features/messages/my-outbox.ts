import { useSyncExternalStore } from 'react'
import { queryClient } from '../../lib/data/query-client.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { pauseMs } from '../../lib/data/server-pause.ts'
import { sendMessage } from './api.ts'
import { createOutbox, type Waiting } from './outbox.ts'
import type { Message } from './types.ts'
import { addToThread } from './use-thread.ts'

/** Short pauses, since a person is waiting, but without flooding a server that is starting. */
const PAUSES_MS = [500, 1000, 2000]
const LONGEST_PAUSE_MS = 3000

/** This page's outbox: sends through the data API and adds sent messages to the thread. */
export const outbox = createOutbox({
  async send(waiting) {
    const message = await sendMessage(waiting.conversationId, waiting.clientId, waiting.body)
    if (message) addToThread(queryClient, waiting.conversationId, [message])
    else await queryClient.invalidateQueries({ queryKey: keys.thread(waiting.conversationId) })
  },
  pause: (attempts) => {
    const ms = Math.max(PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS, pauseMs())
    return new Promise((resolve) => setTimeout(resolve, ms))
  },
  storage: localStorage,
  isOnline: () => navigator.onLine,
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
})
window.addEventListener('online', () => void outbox.flush())
void outbox.flush()

/**
 * Unsent messages of one conversation, without those already in the thread: a message can arrive over the channel before its request is
 * answered, or instead.
 */
export function useWaiting(conversationId: string, messages: readonly Message[] | undefined): readonly Waiting[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.get)
  return all.filter(
    (item) =>
      item.conversationId === conversationId && !messages?.some((message) => message.client_id === item.clientId),
  )
}
