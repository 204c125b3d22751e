import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/data/query-keys.ts'
import { fetchBlocked, fetchHeld } from './api.ts'

export const blockedQuery = (userId: string) => queryOptions({ queryKey: ['blocked', userId], queryFn: fetchBlocked })

export const heldQuery = (conversationId: string, senderId: string) =>
  queryOptions({
    // Below the thread's key: invalidating the thread refetches its held messages.
    queryKey: keys.thread(conversationId, 'held', senderId),
    queryFn: () => fetchHeld(conversationId, senderId),
  })

/** After blocking or unblocking: conversations may be locked or unlocked, people shown or hidden. */
export async function afterBlocking(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['blocked'] }),
    queries.invalidateQueries({ queryKey: keys.conversation() }),
    queries.invalidateQueries({ queryKey: keys.conversations() }),
  ])
}
