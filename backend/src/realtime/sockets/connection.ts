import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { TokenBucket } from '../../rate-limits/token-bucket.ts'
import type { Channel, Wire } from '../channels/channel.ts'
import type { RealtimeContext } from '../context.ts'
import type { Handshake } from './handshake.ts'
import type { ClientMessage, ServerMessage } from './message.ts'
import type { Recipient } from './outbox.ts'
import { encodeMessage } from './serializer.ts'
import { textFrame } from './websocket-frame.ts'

/** Status codes of RFC 6455 section 7.4.1 and its registry. */
const TOO_SLOW = 1013
const IDLE = 1000

/** One client's socket and the channels on it. */
export class Connection implements Recipient, Wire {
  readonly context: RealtimeContext
  readonly handshake: Handshake
  readonly stream: Duplex
  readonly unsent: Buffer[] = []
  readonly channels = new Map<string, Channel>()
  readonly joins: TokenBucket
  readonly #socket: WebSocket
  #unsentBytes = 0
  #heardAt = performance.now()

  constructor(context: RealtimeContext, handshake: Handshake, socket: WebSocket, stream: Duplex) {
    this.context = context
    this.handshake = handshake
    this.#socket = socket
    this.stream = stream
    this.joins = new TokenBucket(context.limits.joins)
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Call for every frame received: dead clients are detected by silence. */
  noteSignOfLife(): void {
    this.#heardAt = performance.now()
  }

  isIdle(now: number): boolean {
    return now - this.#heardAt > this.context.limits.idleSeconds * 1000
  }

  /** Answers a push on any topic, joined or not. */
  reply(to: Pick<ClientMessage, 'joinRef' | 'ref' | 'topic'>, status: 'ok' | 'error', response: object = {}): void {
    const { joinRef, ref, topic } = to
    this.push({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  push(message: ServerMessage): void {
    this.send(textFrame(encodeMessage(this.handshake.version, message)))
  }

  /** Queues a complete frame. A receiver that does not keep up is disconnected, which bounds the buffer. */
  send(frame: Buffer): void {
    if (!this.isOpen) return
    // Frames wait in `unsent` until the end of the turn, then in the stream until the network accepts them.
    this.#unsentBytes = this.unsent.length === 0 ? frame.length : this.#unsentBytes + frame.length
    if (this.#unsentBytes + this.stream.writableLength > this.context.limits.unsentBytes) {
      this.unsent.length = 0
      this.close(TOO_SLOW, 'Receiving too slowly')
      // It may take long to read the close frame; to others it is gone now.
      this.end()
      return
    }
    this.context.outbox.add(this, frame)
  }

  forget(channel: Channel): void {
    // Its topic may already belong to a newer instance.
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
  }

  closeIdle(): void {
    this.close(IDLE, 'No heartbeat')
    // A client that is gone will not answer the close frame.
    this.terminate()
  }

  close(code: number, reason: string): void {
    this.context.outbox.flush(this)
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Ends the channels of a closed socket without sending anything. */
  end(): void {
    for (const channel of this.channels.values()) channel.end()
    this.channels.clear()
  }
}
