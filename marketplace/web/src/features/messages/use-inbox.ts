import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../../lib/data/query-keys.ts'
import { type Box, fetchInbox, findConversations, INBOX_PAGE, markDelivered, type Place } from './api.ts'
import { type Conversation, unreadOf } from './types.ts'
import { onUserEvent } from './user-channel.ts'

/** The user's conversations, page by page, newest first. */
export function useInbox(userId: string, box: Box) {
  return useInfiniteQuery({
    queryKey: keys.conversations('inbox', userId, box),
    initialPageParam: null as Place | null,
    queryFn: ({ pageParam }) => fetchInbox(box, pageParam),
    getNextPageParam: (page) => (page.length === INBOX_PAGE ? (page.at(-1) ?? null) : null),
  })
}

/** Conversations that contain the words; disabled below two letters. */
export function useFound(userId: string, words: string) {
  const q = words.trim()
  return useQuery({
    queryKey: keys.conversations('inbox', userId, 'found', q),
    queryFn: () => findConversations(q),
    enabled: q.length >= 2,
    placeholderData: (before) => before,
  })
}

/** Keeps the open list up to date, and acknowledges delivery to the senders. */
export function useInboxLive(userId: string, conversations: readonly Conversation[] | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const look = () => void queries.invalidateQueries({ queryKey: keys.conversations('inbox', userId) })
    return onUserEvent(userId, 'conversation', look, look)
  }, [userId, queries])

  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const talk of conversations ?? []) {
      const news = `${talk.id} ${talk.last_message_at}`
      if (unreadOf(talk, userId) === 0 || told.current.has(news)) continue
      told.current.add(news)
      // This only adds a tick for the sender: if it fails, reading sets it as well.
      markDelivered(talk.id).catch(() => undefined)
    }
  }, [conversations, userId])
}
