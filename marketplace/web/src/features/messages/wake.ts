import { supabase } from '../../lib/data/supabase.ts'

/** A connection that lives answers within this time. */
const ANSWER_MS = 4000
let isWatching = false

/**
 * A laptop that slept, or a phone that changed networks, comes back with a connection that looks open and is dead. The
 * client would find out at its second heartbeat, after up to 50 s; whenever the network or the window comes back it is asked at once.
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
    // Not at the end of the pause between two attempts, but now.
    realtime.connect()
    return
  }
  if (realtime.pendingHeartbeatRef === null) void realtime.sendHeartbeat()
  const asked = realtime.pendingHeartbeatRef
  setTimeout(() => {
    // A second heartbeat while the first is unanswered is how the client is told that the connection is dead.
    if (asked !== null && realtime.pendingHeartbeatRef === asked) void realtime.sendHeartbeat()
  }, ANSWER_MS)
}
