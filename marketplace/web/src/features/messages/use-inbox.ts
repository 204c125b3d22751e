import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchInbox, INBOX_PAGE, markDelivered } from './api.ts'
import { onUserEvent } from './user-channel.ts'

/** My conversations, page by page, newest first. */
export function useInbox(userId: string) {
  return useInfiniteQuery({
    queryKey: ['conversations', 'inbox', userId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => fetchInbox(pageParam),
    getNextPageParam: (page) => (page.length === INBOX_PAGE ? (page.at(-1)?.last_message_at ?? null) : null),
  })
}

/** Keeps the list true while it is open, and tells senders that their messages have arrived on this device. */
export function useInboxLive(userId: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onUserEvent(userId, 'conversation', ({ conversation_id, unread_total }) => {
        void queries.invalidateQueries({ queryKey: ['conversations', 'inbox', userId] })
        if (typeof conversation_id !== 'string') return
        if (typeof unread_total === 'number' && unread_total > 0) {
          // Only a tick for the sender: when it fails, reading will set it as well.
          markDelivered(conversation_id).catch(() => undefined)
        }
      }),
    [userId, queries],
  )
}
