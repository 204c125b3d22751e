import type { Room } from '../channels/hub.ts'
import type { PresenceEntry } from '../presence/presence-registry.ts'

/** Processes of different releases may run side by side for a moment: they do not listen to what they do not know. */
const FORMAT = 1

/** Everybody present by way of one process, by room. */
export type SharedState = readonly (readonly [Room, readonly PresenceEntry[]])[]

/** How busy a process is, for limits that hold for all of them together. */
export interface Load {
  readonly sockets: number
  /** Sockets by address, for addresses that have many. */
  readonly addresses: Readonly<Record<string, number>>
}

/** What processes tell one another. */
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
      /** References of those who left. */
      readonly leaves: readonly string[]
    }
  /** I am new here, or was away: this is who is present with me. Who are you? */
  | { readonly kind: 'hello'; readonly state: SharedState }
  | { readonly kind: 'state'; readonly to: string; readonly state: SharedState }
  /** I have missed something of yours. */
  | { readonly kind: 'ask'; readonly to: string }
  | { readonly kind: 'beat'; readonly load: Load }
  | { readonly kind: 'bye' }

/** An entry with what goes along unread: the JSON of a broadcast as it came, or its bytes as base64. */
export interface EmailContent {
  readonly entry: Entry
  readonly body: string
}

export interface Parcel {
  /** The process that sent it. */
  readonly node: string
  /** Counts each process's parcels: whoever sees a gap has missed one. */
  readonly number: number
  readonly letters: readonly EmailContent[]
}

/** How every parcel of this process begins. */
export function beginningOf(node: string): string {
  return `{"format":${FORMAT},"node":${JSON.stringify(node)},`
}

/** One line about everything, then the bodies: they are neither read nor written again on their way. */
export function encodeParcel({ node, number, letters }: Parcel): string {
  const contents = letters.map(({ entry, body }) => [entry, body.length])
  const bodies = letters.map(({ body }) => body).join('')
  return `${beginningOf(node)}"number":${number},"contents":${JSON.stringify(contents)}}\n${bodies}`
}

/** @returns null for what another release wrote  @throws {SyntaxError} for what nobody of ours wrote */
export function decodeParcel(text: string): Parcel | null {
  const end = text.indexOf('\n')
  const { format, node, number, contents } = JSON.parse(text.slice(0, end)) as {
    format: number
    node: string
    number: number
    // Only processes of ours know the channel, and the format says that they mean the same by it.
    contents: [Entry, number][]
  }
  if (format !== FORMAT) return null
  let offset = end + 1
  const letters = contents.map(([entry, length]) => {
    const body = text.slice(offset, offset + length)
    offset += length
    return { entry, body }
  })
  return { node, number, letters }
}
