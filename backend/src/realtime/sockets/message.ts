/** The two serializers of Phoenix channels that the clients choose from with `vsn`. */
export type Version = '1.0.0' | '2.0.0'

/** What a client said, whichever serializer it used. */
export interface ClientMessage {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  /** The decoded payload; `{}` for a broadcast, whose content is in `broadcast`. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly broadcast: BroadcastContent | null
}

export interface BroadcastContent {
  readonly event: string
  readonly body: BroadcastBody
  readonly form: BroadcastForm
}

/** How a broadcast reached us decides how it leaves: what came as kind 3 goes as kind 4, the rest as text. */
export type BroadcastForm = 'text' | 'binary'

/** JSON stays the text that it came as: it is checked once and never written again. */
export type BroadcastBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer }

/** What the server says on a topic. The payload is always an object: the client reads members of it unasked. */
export interface ServerMessage {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: object
}

export const TOPIC_PREFIX = 'realtime:'

export function byteLengthOf(body: BroadcastBody): number {
  return body.kind === 'json' ? Buffer.byteLength(body.text) : body.bytes.length
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
