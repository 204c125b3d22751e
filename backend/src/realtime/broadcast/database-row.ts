import { Broadcast, type BroadcastMeta } from './room-message.ts'

/** A row of realtime.messages to deliver to the sockets. */
export interface MessageRow {
  readonly id: string
  readonly topic: string
  readonly event: string
  /** JSON text. */
  readonly payload: string | null
  readonly binaryPayload: Buffer | null
  readonly isPrivate: boolean
}

/** Clients read members of the payload, so a row without payload is sent as `{}`. */
export function toBroadcast(row: MessageRow, meta: BroadcastMeta = { id: row.id }): Broadcast {
  const body = row.binaryPayload
    ? ({ kind: 'binary', bytes: row.binaryPayload } as const)
    : ({ kind: 'json', text: row.payload === null || row.payload === 'null' ? '{}' : row.payload } as const)
  return new Broadcast(row.topic, row.event, body, 'text', meta)
}
