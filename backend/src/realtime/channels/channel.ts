import { TokenBucket } from '../../rate-limits/token-bucket.ts'
import type { RoomMessage } from '../broadcast/room-message.ts'
import type { RealtimeContext } from '../context.ts'
import type { Handshake } from '../sockets/handshake.ts'
import { type ClientMessage, type ServerMessage, TOPIC_PREFIX } from '../sockets/message.ts'
import { type Access, FULL_ACCESS } from './channel-access.ts'
import { type Member, type Room, roomOf } from './hub.ts'
import type { JoinConfig } from './join-config.ts'
import { expiredSince, type Identity } from './tokens.ts'

/** `joining` until the reply, `ended` after leave, close or the end of the socket. */
export type ChannelState = 'joining' | 'joined' | 'ended'

const NO_ACCESS: Access = Object.freeze({ broadcast: false, presence: false })

/** The part of a socket that a channel uses. */
export interface Wire {
  readonly context: RealtimeContext
  readonly handshake: Handshake
  reply(to: Pick<ClientMessage, 'joinRef' | 'ref' | 'topic'>, status: 'ok' | 'error', response?: object): void
  push(message: ServerMessage): void
  /** Sends a complete WebSocket frame. */
  send(frame: Buffer): void
  forget(channel: Channel): void
}

/** One join of one topic on one socket. A rejoin is a new instance, identified by its join_ref. */
export class Channel implements Member {
  readonly connection: Wire
  readonly topic: string
  /** The topic without "realtime:", as policies see it. */
  readonly name: string
  readonly joinRef: string | null
  readonly config: JoinConfig
  readonly room: Room
  readonly messages: TokenBucket
  readonly presenceCalls: TokenBucket
  readonly tokenChanges: TokenBucket
  state: ChannelState = 'joining'
  watchesPresence: boolean
  #identity: Identity
  #readAccess: Access = NO_ACCESS
  #writeAccess: Promise<Access> | null = null
  #tokenTimer: NodeJS.Timeout | null = null
  /** Live messages wait here during a replay. */
  #heldBack: RoomMessage[] | null = null
  #replayedIds: ReadonlySet<string> = new Set()

  constructor(connection: Wire, topic: string, joinRef: string | null, config: JoinConfig, identity: Identity) {
    const { limits } = connection.context
    this.connection = connection
    this.topic = topic
    this.name = topic.slice(TOPIC_PREFIX.length)
    this.joinRef = joinRef
    this.config = config
    this.room = roomOf(this.name, config.isPrivate)
    this.watchesPresence = config.wantsPresence
    this.messages = new TokenBucket(limits.messages)
    this.presenceCalls = new TokenBucket(limits.presenceCalls)
    this.tokenChanges = new TokenBucket(limits.tokenChanges)
    this.#identity = identity
  }

  get identity(): Identity {
    return this.#identity
  }

  /** A new token: permissions of the old one are checked again. */
  set identity(identity: Identity) {
    this.#identity = identity
    this.#writeAccess = null
    if (this.state === 'joined') this.#watchToken()
  }

  /** Queries the read policies; true when the channel may be joined with the requested features. */
  async refreshReadAccess(): Promise<boolean> {
    const access = await this.#ask('read')
    this.#readAccess = access
    return access.broadcast || (this.watchesPresence && access.presence)
  }

  /** Queried on the first push and cached until the token changes. A failing policy denies, and is logged. */
  writeAccess(): Promise<Access> {
    this.#writeAccess ??= this.#ask('write').catch((error: unknown) => {
      this.connection.context.log.warn(
        { err: error, topic: this.name },
        'realtime: the write policy of a channel failed',
      )
      return NO_ACCESS
    })
    return this.#writeAccess
  }

  /** Public channels have no policies, so their pushes need not wait. */
  get needsNoPolicy(): boolean {
    return !this.config.isPrivate
  }

  enter(): void {
    this.state = 'joined'
    this.connection.context.hub.enter(this.room, this)
    this.#watchToken()
  }

  deliver(message: RoomMessage): void {
    if (!this.#readAccess[message.feature]) return
    if (message.feature === 'presence' && !this.watchesPresence) return
    if (this.#heldBack) {
      this.#heldBack.push(message)
      return
    }
    if (message.id !== null && this.#replayedIds.has(message.id)) return
    this.write(message)
  }

  write(message: RoomMessage): void {
    const frame = message.frameFor(this.connection.handshake.version)
    if (frame) this.connection.send(frame)
  }

  holdBack(): void {
    this.#heldBack = []
  }

  /** Ends a replay: sends the messages held back, without those already replayed. */
  release(replayedIds: ReadonlySet<string>): void {
    const waiting = this.#heldBack ?? []
    this.#heldBack = null
    this.#replayedIds = replayedIds
    for (const message of waiting) this.deliver(message)
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object = {}): void {
    this.push({ ref, event: 'phx_reply', payload: { status, response } })
  }

  system(status: 'ok' | 'error', message: string, extension: 'system' | 'postgres_changes' = 'system'): void {
    this.push({ ref: null, event: 'system', payload: { extension, status, message, channel: this.name } })
  }

  push(message: Pick<ServerMessage, 'ref' | 'event' | 'payload'>): void {
    this.connection.push({ ...message, joinRef: this.joinRef, topic: this.topic })
  }

  /** Sends the current presence state, which the client needs before any change. */
  sendPresenceState(): void {
    if (!this.#readAccess.presence) return
    // The client treats every payload with a member "ids" as a table change, so a presence with this key is sent as a diff.
    const { ids, ...state } = this.connection.context.presence.state(this.room)
    this.push({ ref: null, event: 'presence_state', payload: state })
    if (ids) this.push({ ref: null, event: 'presence_diff', payload: { joins: { ids }, leaves: {} } })
  }

  /** Sends the reason and closes permanently: after phx_close a client does not rejoin by itself. */
  stop(reason: string): void {
    if (this.state === 'ended') return
    this.system('error', reason)
    this.close()
  }

  close(): void {
    this.#finish('phx_close')
  }

  /** Ends for a possibly temporary reason: after phx_error a client rejoins by itself after a delay. */
  crash(): void {
    this.#finish('phx_error')
  }

  /** Leaves the room and releases everything in it, without notifying the client. */
  end(): void {
    if (this.state === 'ended') return
    this.state = 'ended'
    if (this.#tokenTimer) clearTimeout(this.#tokenTimer)
    const { hub, presence, changes } = this.connection.context
    changes.unsubscribe(this)
    hub.leave(this.room, this)
    presence.untrack(this.room, this)
  }

  #finish(event: 'phx_close' | 'phx_error'): void {
    if (this.state === 'ended') return
    this.push({ ref: this.joinRef, event, payload: {} })
    this.connection.forget(this)
    this.end()
  }

  #ask(action: 'read' | 'write'): Promise<Access> {
    if (this.needsNoPolicy) return Promise.resolve(FULL_ACCESS)
    return this.connection.context.policies.ask({
      action,
      caller: this.#identity.caller,
      topicName: this.name,
      headersJson: this.connection.handshake.headersJson,
    })
  }

  #watchToken(): void {
    if (this.#tokenTimer) clearTimeout(this.#tokenTimer)
    this.#tokenTimer = null
    const { expiresAt } = this.#identity
    if (expiresAt === null) return
    const leftMs = expiresAt * 1000 - Date.now()
    if (leftMs <= 0) {
      this.stop(expiredSince(expiresAt).message)
      return
    }
    const waitMs = Math.min(leftMs, this.connection.context.limits.tokenCheckSeconds * 1000)
    this.#tokenTimer = setTimeout(() => this.#watchToken(), waitMs).unref()
  }
}
