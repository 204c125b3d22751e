import type { Channel } from '../channels/channel.ts'
import { type BroadcastContent, byteLengthOf, type ClientMessage } from '../sockets/message.ts'
import { Broadcast } from './room-message.ts'

/** A client's broadcast: to everybody else in the room, to the sender if it asked for that, and acknowledged likewise. */
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
  // Promises settle in the order in which they were made, so that a sender's messages keep theirs.
  void channel.writeAccess().then((access) => {
    // Refused means silence, also to one who asked for an acknowledgement: that is the protocol.
    if (access.broadcast && channel.state === 'joined') publish(channel, content, ref)
  })
}

function publish(channel: Channel, content: BroadcastContent, ref: string | null): void {
  const { hub } = channel.connection.context
  const broadcast = new Broadcast(channel.name, content.event, content.body, content.form)
  hub.publish(channel.room, broadcast, channel.config.wantsOwnBroadcasts ? undefined : channel)
  if (channel.config.wantsAck) channel.reply(ref, 'ok')
}
