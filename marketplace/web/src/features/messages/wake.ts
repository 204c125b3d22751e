import { supabase } from '../../lib/data/supabase.ts'

/** A working connection answers within this time. */
const ANSWER_MS = 4000
let isWatching = false

/**
 * After sleep or a change of networks, a connection can look open but be dead. The client would notice at its second heartbeat, after up to
 * 50 s, so a heartbeat is sent whenever the network or the window comes back.
 */
export function keepAwake(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', check)
  window.addEventListener('pageshow', check)
  document.addEventListener('visibilitychange', check)
}

function check(): void {
  const { realtime } = supabase
  if (document.visibilityState === 'hidden' || !navigator.onLine || realtime.getChannels().length === 0) return
  if (!realtime.isConnected()) {
    // Reconnect now instead of waiting for the next scheduled attempt.
    realtime.connect()
    return
  }
  if (realtime.pendingHeartbeatRef === null) void realtime.sendHeartbeat()
  const asked = realtime.pendingHeartbeatRef
  setTimeout(() => {
    // To the client, a second heartbeat while the first is unanswered means that the connection is dead.
    if (asked !== null && realtime.pendingHeartbeatRef === asked) void realtime.sendHeartbeat()
  }, ANSWER_MS)
}
