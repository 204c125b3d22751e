import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchConversation, fetchMessages, THREAD_PAGE } from './api.ts'
import { mergeMessages } from './thread.ts'
import type { Message } from './types.ts'

const threadKey = (conversationId: string) => ['thread', conversationId] as const

/** Adds messages to an open thread, each once. */
export function addToThread(queries: QueryClient, conversationId: string, news: readonly Message[]): void {
  queries.setQueryData<Message[]>(threadKey(conversationId), (known) =>
    known ? mergeMessages(known, news) : undefined,
  )
}

/** Changes an open thread in place, for ticks. */
export function changeThread(
  queries: QueryClient,
  conversationId: string,
  change: (known: Message[]) => Message[],
): void {
  queries.setQueryData<Message[]>(threadKey(conversationId), (known) => (known ? change(known) : undefined))
}

/** The messages of one conversation. A refetch adds to what is there, so that pages loaded before stay. */
export function useThread(conversationId: string) {
  const queries = useQueryClient()
  const [earlier, setEarlier] = useState<'more' | 'loading' | 'none' | 'failed'>('more')
  const thread = useQuery({
    queryKey: threadKey(conversationId),
    queryFn: async () => {
      const newest = await fetchMessages(conversationId, null)
      if (newest.length < THREAD_PAGE) setEarlier('none')
      return mergeMessages(queries.getQueryData<Message[]>(threadKey(conversationId)) ?? [], newest)
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
      setEarlier('failed') // said beside the button, which stays
    }
  }
  return { ...thread, earlier, loadEarlier }
}

/** One conversation with its ad and people; null when it is none of mine. */
export function useConversation(conversationId: string) {
  return useQuery({ queryKey: ['conversation', conversationId], queryFn: () => fetchConversation(conversationId) })
}
