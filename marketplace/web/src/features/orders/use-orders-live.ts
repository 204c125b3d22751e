import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { config } from '../../lib/config.ts'
import { keys } from '../../lib/data/query-keys.ts'

/** Listens to one event of the user's own topic; `onJoined` is called whenever events may have been missed. */
type ListenToUser = (
  userId: string,
  event: 'order',
  handler: (payload: Record<string, unknown>) => void,
  onJoined: () => void,
) => () => void

/** Refetches open orders and their count when one of them changes. Mounted once, by the shell, which provides the channel. */
export function useOrdersLive(userId: string | null, listen: ListenToUser): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!userId || config.payments === 'off') return
    const look = () => {
      void queries.invalidateQueries({ queryKey: keys.orders() })
      void queries.invalidateQueries({ queryKey: keys.dashboard('overview') })
    }
    return listen(userId, 'order', look, look)
  }, [userId, queries, listen])
}
