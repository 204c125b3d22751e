import type { Channel } from '../channels/channel.ts'
import { type BroadcastContent, byteLengthOf, type ClientMessage } from '../sockets/message.ts'
import { Broadcast } from './room-message.ts'

/** Sends a client's broadcast to everyone else in the room, and to the sender and with an acknowledgement if requested. */
export function pushBroadcast(channel: Channel, message: ClientMessage): void {
  const { broadcast: content, ref } = message
  if (!content) return
  const { limits } = channel.connection.context
  if (!channel.messages.take()) {
    channel.stop('Too many messages per second')
    return
  }
  if (byteLengthOf(content.body) > limits.payloadBytes || Buffer.byteLength(content.event) > limits.nameBytes) {
    if (channel.config.wantsAck) channel.reply(ref, 'error', { reason: 'Payload size exceeds the limit' })
    return
  }
  if (channel.needsNoPolicy) {
    publish(channel, content, ref)
    return
  }
  // Promises settle in creation order, so a sender's messages stay in order.
  void channel.writeAccess().then((access) => {
    // As in the protocol, a refusal is silent, even when an acknowledgement was requested.
    if (access.broadcast && channel.state === 'joined') publish(channel, content, ref)
  })
}

function publish(channel: Channel, content: BroadcastContent, ref: string | null): void {
  const { hub } = channel.connection.context
  const broadcast = new Broadcast(channel.name, content.event, content.body, content.form)
  hub.publish(channel.room, broadcast, channel.config.wantsOwnBroadcasts ? undefined : channel)
  if (channel.config.wantsAck) channel.reply(ref, 'ok')
}
