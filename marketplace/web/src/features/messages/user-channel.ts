import type { RealtimeChannel } from '@supabase/supabase-js'
import { supabase } from '../../app/supabase.ts'

type Handler = (payload: Record<string, unknown>) => void

interface SharedChannel {
  channel: RealtimeChannel
  handlers: Map<string, Set<Handler>>
}

const open = new Map<string, SharedChannel>()

/**
 * Listens to one event of the private channel `user:<id>` ('conversation', 'listing'). Everybody who listens shares one
 * channel, because a client can join a topic only once; the last to stop leaves it.
 */
export function onUserEvent(userId: string, event: 'conversation' | 'listing', handler: Handler): () => void {
  let shared = open.get(userId)
  if (!shared) {
    shared = join(userId)
    open.set(userId, shared)
  }
  const handlers = shared.handlers.get(event) ?? new Set()
  shared.handlers.set(event, handlers.add(handler))
  return () => {
    handlers.delete(handler)
    if ([...(open.get(userId)?.handlers.values() ?? [])].some((set) => set.size > 0)) return
    const left = open.get(userId)
    open.delete(userId)
    if (left) void supabase.removeChannel(left.channel)
  }
}

function join(userId: string): SharedChannel {
  const handlers = new Map<string, Set<Handler>>()
  const channel = supabase.channel(`user:${userId}`, { config: { private: true } })
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
    for (const handler of handlers.get(event) ?? []) handler((payload ?? {}) as Record<string, unknown>)
  })
  // The token must be on the socket before the join: the channel is private.
  void supabase.realtime.setAuth().then(() => channel.subscribe())
  return { channel, handlers }
}
