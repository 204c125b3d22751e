import type { BroadcastBody, ClientMessage } from '../sockets/message.ts'

/**
 * Binary frames of serializer 2.0.0: a kind, one-byte lengths, the strings in the same order, then the payload. Clients send every
 * broadcast as kind 3; kind 4 is the only binary frame they read.
 */
const KIND_PUSH = 3
const KIND_BROADCAST = 4
const ENCODING_BINARY = 0
const ENCODING_JSON = 1
const MAX_NAME_BYTES = 255

/** Reads a kind 3 frame: join_ref, ref, topic, event, metadata, payload. Null when it is malformed. */
export function decodeUserBroadcast(frame: Buffer): ClientMessage | null {
  const header = 7
  if (frame.length < header || frame[0] !== KIND_PUSH) return null
  const encoding = frame[6]
  let offset = header
  const strings: string[] = []
  for (const length of frame.subarray(1, 6)) {
    if (offset + length > frame.length) return null
    strings.push(frame.toString('utf8', offset, offset + length))
    offset += length
  }
  const [joinRef, ref, topic, event] = strings
  if (!topic || event === undefined) return null
  const body = readBody(encoding, frame.subarray(offset))
  if (!body) return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    broadcast: { event, body, form: 'binary' },
  }
}

function readBody(encoding: number | undefined, bytes: Buffer): BroadcastBody | null {
  if (encoding === ENCODING_BINARY) return { kind: 'binary', bytes }
  if (encoding !== ENCODING_JSON) return null
  const text = bytes.toString('utf8')
  return isJson(text) ? { kind: 'json', text } : null
}

/** Receivers parse without error handling, so invalid JSON must not be forwarded. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Encodes a kind 4 frame: topic, event, metadata, payload. Null when a name is longer than its length byte allows. */
export function encodeUserBroadcast(
  topic: string,
  event: string,
  metaJson: string,
  body: BroadcastBody,
): Buffer | null {
  const names = [Buffer.from(topic), Buffer.from(event), Buffer.from(metaJson)]
  if (names.some((name) => name.length > MAX_NAME_BYTES)) return null
  const encoding = body.kind === 'json' ? ENCODING_JSON : ENCODING_BINARY
  const payload = body.kind === 'json' ? Buffer.from(body.text) : body.bytes
  return Buffer.concat([
    Buffer.from([KIND_BROADCAST, ...names.map((name) => name.length), encoding]),
    ...names,
    payload,
  ])
}
