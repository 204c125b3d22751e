import { nameOf, type Room } from '../hub.ts'
import type { BroadcastBody } from '../message.ts'
import { Broadcast } from '../room-message.ts'
import type { Entry } from './parcel.ts'

type BroadcastEntry = Extract<Entry, { kind: 'broadcast' }>

/** A client's broadcast, for other processes. */
export function entryOf(room: Room, { event, form, body }: Broadcast): BroadcastEntry {
  return { kind: 'broadcast', room, event, form: body.kind === 'binary' ? 'bytes' : form }
}

/** JSON stays the text that it is; bytes go as base64, for NOTIFY carries only text. */
export function bodyOf({ body }: Broadcast): string {
  return body.kind === 'json' ? body.text : body.bytes.toString('base64')
}

export function toBroadcast({ room, event, form }: BroadcastEntry, text: string): Broadcast {
  const body: BroadcastBody =
    form === 'bytes' ? { kind: 'binary', bytes: Buffer.from(text, 'base64') } : { kind: 'json', text }
  return new Broadcast(nameOf(room), event, body, form === 'text' ? 'text' : 'binary')
}
