import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../lib/data/query-keys.ts'
import { fetchConversation, fetchMessages, THREAD_PAGE } from './api.ts'
import { Gaps } from './gaps.ts'
import { bySaying, fetchBackTo, mergeMessages } from './thread.ts'
import type { Message } from './types.ts'

/** Maximum number of pages fetched after a gap; beyond that the thread is reset. */
const MOST_PAGES = 10
/** Pauses between attempts to fetch missed messages. */
const PAUSES_MS = [1000, 2000, 5000]

const gaps = new Gaps()

/** Adds messages to an open thread, deduplicated. */
export function addToThread(queries: QueryClient, conversationId: string, news: readonly Message[]): void {
  queries.setQueryData<Message[]>(keys.thread(conversationId), (known) =>
    known ? mergeMessages(known, news) : undefined,
  )
}

/** Updates an open thread in place, for ticks. */
export function changeThread(
  queries: QueryClient,
  conversationId: string,
  change: (known: Message[]) => Message[],
): void {
  queries.setQueryData<Message[]>(keys.thread(conversationId), (known) => (known ? change(known) : undefined))
}

/** Ticks the other person's messages as read, in this page only. */
export function noteRead(queries: QueryClient, conversationId: string, myId: string, read: ReadonlySet<string>): void {
  const now = new Date().toISOString()
  changeThread(queries, conversationId, (known) =>
    known.map((message) =>
      message.sender_id !== myId && message.read_at === null && read.has(message.id)
        ? { ...message, read_at: now }
        : message,
    ),
  )
}

/** The messages of one conversation. A refetch closes any gap; pages loaded earlier stay. */
export function useThread(conversationId: string) {
  const queries = useQueryClient()
  const [earlier, setEarlier] = useState<'more' | 'loading' | 'none' | 'failed'>('more')
  const thread = useQuery({
    queryKey: keys.thread(conversationId),
    queryFn: async ({ signal }) => {
      const wasJoined = gaps.isJoined(conversationId)
      const last = queries.getQueryData<Message[]>(keys.thread(conversationId))?.at(-1)
      const { messages, reached } = await fetchBackTo(
        gaps.startOf(conversationId, last),
        (before) => fetchMessages(conversationId, before),
        { size: THREAD_PAGE, pages: MOST_PAGES },
      )
      // Superseded by a newer fetch: its result must not affect the gaps.
      signal.throwIfAborted()
      if (reached !== 'known') setEarlier(reached === 'start' ? 'none' : 'more')
      const known = queries.getQueryData<Message[]>(keys.thread(conversationId)) ?? []
      const [oldest] = messages
      const kept = reached === 'neither' && oldest ? known.filter((message) => bySaying(message, oldest) > 0) : known
      const whole = mergeMessages(kept, messages)
      gaps.closed(conversationId, whole.at(-1), wasJoined)
      return whole
    },
  })
  async function loadEarlier(): Promise<void> {
    const oldest = thread.data?.[0]
    if (!oldest || earlier === 'loading') return
    setEarlier('loading')
    try {
      const page = await fetchMessages(conversationId, oldest)
      addToThread(queries, conversationId, page)
      setEarlier(page.length < THREAD_PAGE ? 'none' : 'more')
    } catch {
      setEarlier('failed') // shown beside the button, which stays
    }
  }
  return { ...thread, earlier, loadEarlier }
}

/** The conversation's channel was lost: new messages are missed from now on. */
export function noteLoss(queries: QueryClient, conversationId: string): void {
  gaps.lost(conversationId, queries.getQueryData<Message[]>(keys.thread(conversationId))?.at(-1))
}

/** The channel is joined: fetches earlier messages, until it succeeds or `isOver`. */
export async function askForMissed(queries: QueryClient, conversationId: string, isOver: () => boolean): Promise<void> {
  gaps.joined(conversationId)
  const thread = { queryKey: keys.thread(conversationId), exact: true }
  for (let attempt = 0; !isOver(); attempt++) {
    await queries.invalidateQueries(thread)
    if (queries.getQueryState(thread.queryKey)?.status !== 'error') return
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[attempt] ?? 10_000))
  }
}

/** Polls once, for use without a channel. */
export function lookForNews(queries: QueryClient, conversationId: string): void {
  void queries.invalidateQueries({ queryKey: keys.thread(conversationId), exact: true })
}

/** One conversation with its ad and users; null if it belongs to others. */
export function useConversation(conversationId: string) {
  return useQuery({ queryKey: keys.conversation(conversationId), queryFn: () => fetchConversation(conversationId) })
}
