import { pushBroadcast } from '../broadcast/broadcast-push.ts'
import { refreshToken } from '../channels/access-token.ts'
import { join } from '../channels/join.ts'
import { pushPresence } from '../presence/presence-push.ts'
import type { Connection } from './connection.ts'
import type { ClientMessage } from './message.ts'
import { decodeFrame } from './serializer.ts'

/** Handles one client frame. As in the protocol, malformed frames are dropped and the socket stays open. */
export function receive(connection: Connection, data: Buffer, isBinary: boolean): void {
  connection.noteSignOfLife()
  const message = decodeFrame(connection.handshake.version, data, isBinary)
  if (!message) {
    connection.context.log.debug({ bytes: data.length, isBinary }, 'realtime: malformed frame dropped')
    return
  }
  if (message.topic === 'phoenix' && message.event === 'heartbeat') connection.reply(message, 'ok')
  else if (message.event === 'phx_join') join(connection, message)
  else receiveOnChannel(connection, message)
}

function receiveOnChannel(connection: Connection, message: ClientMessage): void {
  const channel = connection.channels.get(message.topic)
  if (message.event === 'phx_leave') {
    connection.reply(message, 'ok')
    // Also ends a join in progress.
    channel?.close()
    return
  }
  if (channel?.state !== 'joined') {
    connection.reply(message, 'error', { reason: 'unmatched topic' })
    return
  }
  switch (message.event) {
    case 'broadcast':
      pushBroadcast(channel, message)
      return
    case 'presence':
      pushPresence(channel, message)
      return
    case 'access_token':
      refreshToken(channel, message.payload)
      return
    default:
      connection.context.log.debug({ event: message.event.slice(0, 64) }, 'realtime: unknown event dropped')
  }
}
