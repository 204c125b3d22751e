import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '../../app/supabase.ts'
import { setTitleUnread } from '../../ui/page-title.ts'
import { onUserEvent } from './user-channel.ts'

/** After the last event in a row the count is looked up. */
const SETTLED_MS = 500

/** Key of the unread count; whatever reads messages invalidates it. */
export const unreadKey = (userId: string | null) => ['conversations', 'unread', userId] as const

interface UnreadRow {
  buyer_id: string
  buyer_unread: number
  seller_unread: number
}

/** My unread messages over all conversations, as buyer and as seller. */
export function sumUnread(rows: readonly UnreadRow[], userId: string): number {
  return rows.reduce((sum, row) => sum + (row.buyer_id === userId ? row.buyer_unread : row.seller_unread), 0)
}

/** How many messages wait for this person; 0 for visitors. */
export function useUnread(userId: string | null): number {
  const { data } = useQuery({
    queryKey: unreadKey(userId),
    enabled: userId !== null,
    queryFn: async () => {
      const { data: rows, error } = await supabase
        .from('conversations')
        .select('buyer_id,buyer_unread,seller_unread')
        .or('buyer_unread.gt.0,seller_unread.gt.0')
      if (error) throw error
      return sumUnread(rows, userId ?? '')
    },
  })
  return data ?? 0
}

/** Keeps the unread count true while the page is open, and shows it in the title. Mounted once, by the shell. */
export function useUnreadLive(userId: string | null): void {
  const queries = useQueryClient()
  const unread = useUnread(userId)
  useEffect(() => setTitleUnread(unread), [unread])
  useEffect(() => {
    if (!userId) return
    const look = () => void queries.invalidateQueries({ queryKey: unreadKey(userId) })
    let settled: ReturnType<typeof setTimeout> | undefined
    const stop = onUserEvent(
      userId,
      'conversation',
      ({ unread_total }) => {
        if (typeof unread_total === 'number') queries.setQueryData(unreadKey(userId), unread_total)
        // Two messages of one moment in two conversations were each counted without the other.
        clearTimeout(settled)
        settled = setTimeout(look, SETTLED_MS)
      },
      look,
    )
    return () => {
      clearTimeout(settled)
      stop()
    }
  }, [userId, queries])
}
