import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../../lib/data/query-keys.ts'
import { type LiveTopic, listenTo } from './live-topic.ts'
import { tick } from './thread.ts'
import type { Message } from './types.ts'
import { addToThread, askForMissed, changeThread, lookForNews, noteLoss } from './use-thread.ts'

const TYPING_SHOWN_MS = 5000
const TYPING_SENT_EVERY_MS = 2500
/** Polling interval without a channel. */
const POLL_MS = 10_000

export interface ThreadLive {
  readonly isOtherTyping: boolean
  readonly connected: boolean
  /** Call on every keystroke; broadcasts at most every 2.5 seconds. */
  typing(): void
}

/**
 * The private channel of one conversation: messages and ticks from the database, typing events from the clients. After every join the
 * thread fetches what it missed; without a channel it polls.
 */
export function useThreadLive(conversationId: string, myId: string): ThreadLive {
  const queries = useQueryClient()
  const topicRef = useRef<LiveTopic | null>(null)
  const lastTypingAt = useRef(0)
  const [isOtherTyping, setOtherTyping] = useState(false)
  const [connected, setConnected] = useState(true)

  useEffect(() => {
    let typingTimer: ReturnType<typeof setTimeout> | undefined
    let poll: ReturnType<typeof setInterval> | undefined
    let joins = 0
    const topic = listenTo(`conversation:${conversationId}`, {
      onBroadcast(event, payload, isFromDatabase) {
        if (event === 'typing') {
          // The user's other windows broadcast typing too.
          if (payload.user_id === myId) return
          setOtherTyping(true)
          clearTimeout(typingTimer)
          typingTimer = setTimeout(() => setOtherTyping(false), TYPING_SHOWN_MS)
        } else if (isFromDatabase) {
          take(queries, conversationId, event, payload)
          if ((payload.message as Message | undefined)?.sender_id !== myId) setOtherTyping(false)
        }
      },
      onJoined() {
        joins += 1
        const current = joins
        clearInterval(poll)
        setConnected(true)
        void askForMissed(queries, conversationId, () => joins !== current)
        // The ad, its state, offers and deals may have changed too, even before the first join.
        void queries.invalidateQueries({ queryKey: keys.conversation(conversationId) })
        void queries.invalidateQueries({ queryKey: keys.conversationDeals(conversationId) })
      },
      onLost() {
        joins += 1
        noteLoss(queries, conversationId)
        setConnected(false)
        clearInterval(poll)
        poll = setInterval(() => {
          lookForNews(queries, conversationId)
          void queries.invalidateQueries({ queryKey: keys.conversationDeals(conversationId) })
        }, POLL_MS)
      },
    })
    topicRef.current = topic
    return () => {
      joins += 1
      clearTimeout(typingTimer)
      clearInterval(poll)
      setOtherTyping(false)
      noteLoss(queries, conversationId)
      topic.leave()
    }
  }, [conversationId, myId, queries])

  return {
    isOtherTyping,
    connected,
    typing() {
      const now = Date.now()
      if (now - lastTypingAt.current < TYPING_SENT_EVERY_MS) return
      lastTypingAt.current = now
      topicRef.current?.send('typing', { user_id: myId })
    },
  }
}

/** Applies a database event from the channel. */
function take(
  queries: QueryClient,
  conversationId: string,
  event: string,
  payload: Readonly<Record<string, unknown>>,
): void {
  const { message, reader_id, read_at, delivered_at } = payload as {
    message?: Message
    reader_id?: string
    read_at?: string
    delivered_at?: string
  }
  if (event === 'message' && message?.conversation_id === conversationId) {
    addToThread(queries, conversationId, [message])
    // A system line announces a change of the ad or the conversation.
    if (message.kind === 'system') void queries.invalidateQueries({ queryKey: keys.conversation(conversationId) })
  } else if (event === 'state') {
    void queries.invalidateQueries({ queryKey: keys.conversation(conversationId) })
  } else if (event === 'offer' || event === 'deal') {
    // Offers and deals of this conversation are read by another feature, under this key.
    void queries.invalidateQueries({ queryKey: keys.conversationDeals(conversationId) })
  } else if (event === 'read' && reader_id && read_at) {
    changeThread(queries, conversationId, (known) => tick(known, reader_id, 'read_at', read_at))
  } else if (event === 'delivered' && reader_id && delivered_at) {
    changeThread(queries, conversationId, (known) => tick(known, reader_id, 'delivered_at', delivered_at))
  }
}
