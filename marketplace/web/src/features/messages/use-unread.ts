import { useQuery } from '@tanstack/react-query'
import { theClient } from '../../lib/data/client.ts'
import { keys } from '../../lib/data/query-keys.ts'

/** Key of the unread count; invalidated by whatever reads messages. */
export const unreadKey = (userId: string | null) => keys.conversations('unread', userId)

/** Number of unread messages; 0 for visitors. */
export function useUnread(userId: string | null): number {
  const { data } = useQuery({
    queryKey: unreadKey(userId),
    enabled: userId !== null,
    queryFn: async () => {
      const client = await theClient()
      const { data: total, error } = await client.rpc('unread_total')
      if (error) throw error
      return total
    },
  })
  return data ?? 0
}
