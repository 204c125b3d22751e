import type { Room } from '../channels/hub.ts'
import type { PresenceEntry } from '../presence/presence-registry.ts'

/** Processes of different releases may briefly run side by side: they ignore unknown formats. */
const FORMAT = 1

/** All presences of one process, by room. */
export type SharedState = readonly (readonly [Room, readonly PresenceEntry[]])[]

/** Load of a process, for limits shared by all processes. */
export interface Load {
  readonly sockets: number
  /** Sockets by address, for addresses with many. */
  readonly addresses: Readonly<Record<string, number>>
}

/** Messages between processes. */
export type Entry =
  | {
      readonly kind: 'broadcast'
      readonly room: Room
      readonly event: string
      readonly form: 'text' | 'binary' | 'bytes'
    }
  | {
      readonly kind: 'presence'
      readonly room: Room
      readonly joins: readonly PresenceEntry[]
      /** References of the presences that left. */
      readonly leaves: readonly string[]
    }
  /** Sent by a process that starts or reconnects: announces its presences and requests those of the others. */
  | { readonly kind: 'hello'; readonly state: SharedState }
  | { readonly kind: 'state'; readonly to: string; readonly state: SharedState }
  /** Requests the state after missed parcels. */
  | { readonly kind: 'ask'; readonly to: string }
  | { readonly kind: 'beat'; readonly load: Load }
  | { readonly kind: 'bye' }

/** An entry with a body that is not parsed: the JSON text of a broadcast, or its bytes as base64. */
export interface ClusterMessage {
  readonly entry: Entry
  readonly body: string
}

export interface Parcel {
  /** The sending process. */
  readonly node: string
  /** Counts each process's parcels: a gap means a missed one. */
  readonly number: number
  readonly messages: readonly ClusterMessage[]
}

/** The beginning of every parcel from this process. */
export function beginningOf(node: string): string {
  return `{"format":${FORMAT},"node":${JSON.stringify(node)},`
}

/** One line of metadata, then the bodies, which are forwarded without parsing. */
export function encodeParcel({ node, number, messages }: Parcel): string {
  const contents = messages.map(({ entry, body }) => [entry, body.length])
  const bodies = messages.map(({ body }) => body).join('')
  return `${beginningOf(node)}"number":${number},"contents":${JSON.stringify(contents)}}\n${bodies}`
}

/** @returns null for another release's format  @throws {SyntaxError} for malformed texts */
export function decodeParcel(text: string): Parcel | null {
  const end = text.indexOf('\n')
  const { format, node, number, contents } = JSON.parse(text.slice(0, end)) as {
    format: number
    node: string
    number: number
    // Only our own processes know the channel, and the format number guarantees the structure.
    contents: [Entry, number][]
  }
  if (format !== FORMAT) return null
  let offset = end + 1
  const messages = contents.map(([entry, length]) => {
    const body = text.slice(offset, offset + length)
    offset += length
    return { entry, body }
  })
  return { node, number, messages }
}
