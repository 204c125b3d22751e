import { Broadcast } from '../broadcast/room-message.ts'
import { nameOf, type Room } from '../channels/hub.ts'
import type { BroadcastBody } from '../sockets/message.ts'
import type { ClusterMessage, Entry } from './parcel.ts'

type BroadcastEntry = Extract<Entry, { kind: 'broadcast' }>

/** Converts a client's broadcast for other processes. JSON stays the original text; bytes become base64, since NOTIFY carries text. */
export function toClusterMessage(room: Room, { event, form, body }: Broadcast): ClusterMessage {
  return body.kind === 'json'
    ? { entry: { kind: 'broadcast', room, event, form }, body: body.text }
    : { entry: { kind: 'broadcast', room, event, form: 'bytes' }, body: body.bytes.toString('base64') }
}

export function toBroadcast({ room, event, form }: BroadcastEntry, text: string): Broadcast {
  const body: BroadcastBody =
    form === 'bytes' ? { kind: 'binary', bytes: Buffer.from(text, 'base64') } : { kind: 'json', text }
  return new Broadcast(nameOf(room), event, body, form === 'text' ? 'text' : 'binary')
}
