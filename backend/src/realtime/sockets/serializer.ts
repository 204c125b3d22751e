import { decodeUserBroadcast } from '../broadcast/user-broadcast.ts'
import { type ClientMessage, isRecord, type ServerMessage, type Version } from './message.ts'

/** Decodes one client frame; null when it is malformed, which the protocol ignores silently. */
export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): ClientMessage | null {
  if (isBinary) return version === '2.0.0' ? decodeUserBroadcast(data) : null
  const value = parseJson(data.toString())
  if (version === '1.0.0') {
    return isRecord(value)
      ? toMessage(value.join_ref ?? null, value.ref, value.topic, value.event, value.payload)
      : null
  }
  if (!Array.isArray(value) || value.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = value as unknown[]
  return toMessage(joinRef, ref, topic, event, payload)
}

/** Encodes one message as the client's serializer reads it. */
export function encodeMessage(version: Version, message: ServerMessage): string {
  const { joinRef, ref, topic, event, payload } = message
  if (version === '1.0.0') return JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

function toMessage(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): ClientMessage | null {
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return null
  if (payload !== undefined && payload !== null && !isRecord(payload)) return null
  const content = payload ?? {}
  if (event !== 'broadcast') return { joinRef, ref, topic, event, payload: content, broadcast: null }
  if (typeof content.event !== 'string') return null
  const text = JSON.stringify(content.payload ?? {})
  const broadcast = { event: content.event, body: { kind: 'json', text }, form: 'text' } as const
  return { joinRef, ref, topic, event, payload: {}, broadcast }
}

function isRef(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // malformed: the caller drops it
  }
}
