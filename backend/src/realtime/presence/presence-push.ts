import type { Channel } from '../channels/channel.ts'
import { type ClientMessage, isRecord } from '../sockets/message.ts'

/** `track` and `untrack`: sends a reply, and the change to all watchers. */
export function pushPresence(channel: Channel, message: ClientMessage): void {
  const { ref, payload } = message
  const action = typeof payload.event === 'string' ? payload.event.toLowerCase() : ''
  if (!channel.presenceCalls.take()) {
    channel.stop('Client presence rate limit exceeded')
    return
  }
  if (action === 'untrack') {
    untrack(channel, ref)
    return
  }
  if (action !== 'track') {
    channel.reply(ref, 'error', { reason: 'Unknown presence event' })
    return
  }
  const meta = payload.payload
  if (!isRecord(meta)) {
    channel.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    return
  }
  if (Buffer.byteLength(JSON.stringify(meta)) > channel.connection.context.limits.payloadBytes) {
    channel.stop('Track message size exceeded')
    return
  }
  if (channel.needsNoPolicy) {
    track(channel, ref, meta)
    return
  }
  void channel.writeAccess().then((access) => {
    if (channel.state !== 'joined') return
    if (access.presence) track(channel, ref, meta)
    else channel.reply(ref, 'error', { reason: 'You do not have permissions to track presence on this Channel' })
  })
}

function track(channel: Channel, ref: string | null, meta: Readonly<Record<string, unknown>>): void {
  const { presence } = channel.connection.context
  // Tracking without having requested presence starts watching now. The client needs the state before any change.
  if (!channel.watchesPresence) {
    channel.watchesPresence = true
    channel.sendPresenceState()
  }
  channel.reply(ref, 'ok')
  presence.track(channel.room, channel, channel.config.presenceKey, meta)
}

function untrack(channel: Channel, ref: string | null): void {
  channel.reply(ref, 'ok')
  channel.connection.context.presence.untrack(channel.room, channel)
}
