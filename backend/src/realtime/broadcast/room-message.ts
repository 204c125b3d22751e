import {
  type BroadcastBody,
  type BroadcastForm,
  type ServerMessage,
  TOPIC_PREFIX,
  type Version,
} from '../sockets/message.ts'
import { encodeMessage } from '../sockets/serializer.ts'
import { binaryFrame, textFrame } from '../sockets/websocket-frame.ts'
import { encodeUserBroadcast } from './user-broadcast.ts'

/** A message to everyone in a room. Encoded once per serializer, when the first receiver needs it. */
export interface RoomMessage {
  /** The permission a receiver needs. */
  readonly feature: 'broadcast' | 'presence'
  /** Id of the source row, used to detect duplicates; null without a row. */
  readonly id: string | null
  /** The complete WebSocket frame; null when this serializer cannot represent it. */
  frameFor(version: Version): Buffer | null
}

export interface BroadcastMeta {
  readonly id: string
  readonly replayed?: true
}

export class Broadcast implements RoomMessage {
  readonly feature = 'broadcast'
  readonly event: string
  readonly body: BroadcastBody
  readonly form: BroadcastForm
  readonly #name: string
  readonly #meta: BroadcastMeta | null
  readonly #frames = new Map<Version, Buffer | null>()

  constructor(
    name: string,
    event: string,
    body: BroadcastBody,
    form: BroadcastForm,
    meta: BroadcastMeta | null = null,
  ) {
    this.#name = name
    this.event = event
    this.body = body
    this.form = body.kind === 'binary' ? 'binary' : form
    this.#meta = meta
  }

  get id(): string | null {
    return this.#meta?.id ?? null
  }

  frameFor(version: Version): Buffer | null {
    let frame = this.#frames.get(version)
    if (frame === undefined) {
      frame = this.#encode(version)
      this.#frames.set(version, frame)
    }
    return frame
  }

  #encode(version: Version): Buffer | null {
    const topic = TOPIC_PREFIX + this.#name
    const meta = this.#meta ? JSON.stringify(this.#meta) : ''
    if (version === '2.0.0' && this.form === 'binary') {
      const bytes = encodeUserBroadcast(topic, this.event, meta, this.body)
      if (bytes) return binaryFrame(bytes)
    }
    // Serializer 1.0.0 cannot represent raw bytes, so such receivers are skipped.
    if (this.body.kind === 'binary') return null
    const payload = `{"type":"broadcast","event":${JSON.stringify(this.event)},"payload":${this.body.text}${meta && `,"meta":${meta}`}}`
    const jsonTopic = JSON.stringify(topic)
    return textFrame(
      version === '1.0.0'
        ? `{"topic":${jsonTopic},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`
        : `[null,null,${jsonTopic},"broadcast",${payload}]`,
    )
  }
}

/** A presence change, for every member who watches presence. */
export class PresenceChange implements RoomMessage {
  readonly feature = 'presence'
  readonly id = null
  readonly #message: ServerMessage
  readonly #frames = new Map<Version, Buffer>()

  constructor(name: string, diff: object) {
    this.#message = { joinRef: null, ref: null, topic: TOPIC_PREFIX + name, event: 'presence_diff', payload: diff }
  }

  frameFor(version: Version): Buffer {
    let frame = this.#frames.get(version)
    if (frame === undefined) {
      frame = textFrame(encodeMessage(version, this.#message))
      this.#frames.set(version, frame)
    }
    return frame
  }
}
