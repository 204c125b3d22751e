import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/data/query-keys.ts'
import { fetchBlocked, fetchHeld } from './api.ts'

export const blockedQuery = (userId: string) => queryOptions({ queryKey: ['blocked', userId], queryFn: fetchBlocked })

export const heldQuery = (conversationId: string, senderId: string) =>
  queryOptions({
    // Below the thread's key: whatever looks at the thread again looks at what was held of it.
    queryKey: keys.thread(conversationId, 'held', senderId),
    queryFn: () => fetchHeld(conversationId, senderId),
  })

/** After a block or its end: conversations are locked or open again, and people seen or not. */
export async function afterBlocking(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['blocked'] }),
    queries.invalidateQueries({ queryKey: keys.conversation() }),
    queries.invalidateQueries({ queryKey: keys.conversations() }),
  ])
}
