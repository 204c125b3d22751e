/** The two Phoenix serializers, which clients select with `vsn`. */
export type Version = '1.0.0' | '2.0.0'

/** A client message, independent of the serializer. */
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

/** The incoming form of a broadcast decides its outgoing form: kind 3 becomes kind 4, the rest text. */
export type BroadcastForm = 'text' | 'binary'

/** JSON stays the original text: it is validated once and never serialised again. */
export type BroadcastBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer }

/** A server message on a topic. The payload is always an object: clients read its members without checking. */
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
