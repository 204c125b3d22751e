import type { RealtimeChannel } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { supabase } from '../../app/supabase.ts'
import { tick } from './thread.ts'
import type { Message } from './types.ts'
import { addToThread, changeThread } from './use-thread.ts'

const TYPING_SHOWN_MS = 5000
const TYPING_SENT_EVERY_MS = 2500

export interface ThreadLive {
  /** The other person has this conversation open now. */
  readonly isOtherHere: boolean
  readonly isOtherTyping: boolean
  readonly connected: boolean
  /** Call on every keystroke; it tells the other person at most every 2.5 seconds. */
  typing(): void
}

/**
 * The private channel of one conversation: messages and ticks from the database, typing and presence from the people.
 * Whenever the channel is joined anew, the thread asks the data API for what it missed.
 */
export function useThreadLive(conversationId: string, myId: string): ThreadLive {
  const queries = useQueryClient()
  const channelRef = useRef<RealtimeChannel | null>(null)
  const lastTypingAt = useRef(0)
  const [isOtherHere, setOtherHere] = useState(false)
  const [isOtherTyping, setOtherTyping] = useState(false)
  const [connected, setConnected] = useState(true)

  useEffect(() => {
    let typingTimer: ReturnType<typeof setTimeout> | undefined
    const channel = supabase.channel(`conversation:${conversationId}`, {
      config: { private: true, presence: { key: myId } },
    })
    channelRef.current = channel
    channel
      .on('broadcast', { event: 'message' }, ({ payload, meta }) => {
        // Only rows from the database carry an id in `meta`; what a client broadcasts under this name is not a message.
        const message = (payload as { message?: Message }).message
        if (!meta?.id || message?.conversation_id !== conversationId) return
        addToThread(queries, conversationId, [message])
        if (message.sender_id !== myId) setOtherTyping(false)
        // A system line tells of a change of the ad or of the conversation itself.
        if (message.kind === 'system') void queries.invalidateQueries({ queryKey: ['conversation', conversationId] })
      })
      .on('broadcast', { event: 'read' }, ({ payload, meta }) => {
        const { reader_id, read_at } = payload as { reader_id: string; read_at: string }
        if (meta?.id) changeThread(queries, conversationId, (known) => tick(known, reader_id, 'read_at', read_at))
      })
      .on('broadcast', { event: 'delivered' }, ({ payload, meta }) => {
        const { reader_id, delivered_at } = payload as { reader_id: string; delivered_at: string }
        if (meta?.id)
          changeThread(queries, conversationId, (known) => tick(known, reader_id, 'delivered_at', delivered_at))
      })
      .on('broadcast', { event: 'typing' }, () => {
        setOtherTyping(true)
        clearTimeout(typingTimer)
        typingTimer = setTimeout(() => setOtherTyping(false), TYPING_SHOWN_MS)
      })
      .on('presence', { event: 'sync' }, () =>
        setOtherHere(Object.keys(channel.presenceState()).some((key) => key !== myId)),
      )
    let joinedBefore = false
    void supabase.realtime.setAuth().then(() =>
      channel.subscribe((status) => {
        setConnected(status === 'SUBSCRIBED')
        if (status !== 'SUBSCRIBED') return
        void channel.track({ user_id: myId })
        // The first join races the first fetch; later ones follow a gap.
        void queries.invalidateQueries({ queryKey: ['thread', conversationId] })
        if (joinedBefore) void queries.invalidateQueries({ queryKey: ['conversations'] })
        joinedBefore = true
      }),
    )
    return () => {
      clearTimeout(typingTimer)
      setOtherHere(false)
      setOtherTyping(false)
      void supabase.removeChannel(channel)
    }
  }, [conversationId, myId, queries])

  return {
    isOtherHere,
    isOtherTyping,
    connected,
    typing() {
      const now = Date.now()
      if (now - lastTypingAt.current < TYPING_SENT_EVERY_MS) return
      lastTypingAt.current = now
      void channelRef.current?.send({ type: 'broadcast', event: 'typing', payload: { user_id: myId } })
    },
  }
}
