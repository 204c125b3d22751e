import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus.ts'
import { Outgoing } from './outgoing.ts'
import { beginningOf, type ClusterMessage, decodeParcel, type Entry, type Load, type SharedState } from './parcel.ts'

/** How long a starting process waits for the others to answer. */
const INTRODUCTION_MS = 2_000
const FAREWELL_MS = 1_000
/** Minimum time between two state requests to one process: a state can be large, and a gap can mean too much traffic. */
const ASK_AGAIN_MS = 1_000
/** A process that fell silent without a goodbye may only be busy: messages are still shared for this long. */
const DOUBT_MS = 10 * 60 * 1000
/** Heartbeats per silence timeout. */
const BEATS_PER_SILENCE = 3

export interface ClusterParts {
  readonly bus: Bus
  readonly log: FastifyBaseLogger
  /** Silence in seconds after which a process counts as gone. */
  readonly silenceSeconds: number
  /** Presences of this process. */
  ownState(): SharedState
  ownLoad(): Load
  /** A broadcast or a change of presence from another process. */
  onNews(node: string, message: ClusterMessage): void
  /** Replaces the known presences of that process. */
  onState(node: string, state: SharedState): void
  onGone(node: string): void
}

interface Peer {
  number: number
  heardAt: number
  load: Load
  /** Its state is unknown or possibly outdated: it is requested until it arrives. */
  isUnsure: boolean
  askedAt: number
}

/**
 * Tracks the processes of this installation. Each announces itself with its state, and all others answer; each sends heartbeats. Parcels
 * are numbered, so no acknowledgements are needed: a receiver that detects a gap requests the state. A process on its own sends only
 * heartbeats.
 */
export class Cluster {
  readonly node = randomBytes(6).toString('hex')
  readonly #parts: ClusterParts
  readonly #outgoing: Outgoing
  readonly #peers = new Map<string, Peer>()
  readonly #ownBeginning = beginningOf(this.node)
  /** Processes that answered this one's hello, and so have registered it. */
  readonly #acquainted = new Set<string>()
  readonly #introduced = Promise.withResolvers<void>()
  readonly #beatMs: number
  #expected = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #tickedAt = performance.now()
  #inDoubtUntil = 0

  constructor(parts: ClusterParts) {
    this.#parts = parts
    this.#beatMs = (parts.silenceSeconds * 1000) / BEATS_PER_SILENCE
    this.#outgoing = new Outgoing({ node: this.node, log: parts.log, publish: (text) => parts.bus.publish(text) })
  }

  /** The last known loads of the other processes. */
  *loads(): Iterable<Load> {
    for (const { load } of this.#peers.values()) yield load
  }

  get peers(): number {
    return this.#peers.size
  }

  /** Sends to all other processes; without any, `write` is not even called. */
  share(write: () => ClusterMessage): void {
    if (this.#peers.size === 0 && performance.now() > this.#inDoubtUntil) return
    this.#outgoing.add(write())
  }

  /** Resolves once every running process has registered this one, so no message is missed. */
  async start(): Promise<void> {
    this.#parts.bus.start({ onText: (text) => this.#hear(text), onOpen: () => this.#introduce() })
    this.#timer = setInterval(() => this.#tick(), this.#beatMs).unref()
    await Promise.race([this.#introduced.promise, delay(INTRODUCTION_MS, undefined, { ref: false })])
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#send({ kind: 'bye' })
    await this.#outgoing.stop(FAREWELL_MS)
    await this.#parts.bus.stop()
  }

  #introduce(): void {
    // Processes already listening receive the hello and answer; later ones send their own hello.
    this.#parts.bus
      .countListeners()
      .then(
        (count) => {
          this.#expected = count - 1
        },
        (error: unknown) =>
          this.#parts.log.debug({ err: error }, 'realtime: the number of listening processes is unknown'),
      )
      .then(() => {
        this.#send({ kind: 'hello', state: this.#parts.ownState() })
        this.#checkIntroduced()
      })
  }

  #checkIntroduced(): void {
    if (this.#acquainted.size >= this.#expected) this.#introduced.resolve()
  }

  #hear(text: string): void {
    if (text.startsWith(this.#ownBeginning)) return
    try {
      const parcel = decodeParcel(text)
      if (!parcel) return
      const { node, number, messages } = parcel
      const outcome = this.#note(node, number)
      if (outcome === 'copy') return
      for (const message of messages) this.#read(node, message)
      // A hello or an answer contains the missing state.
      if (outcome === 'gap') this.#askIfUnsure(node)
    } catch (error) {
      this.#parts.log.error({ err: error }, 'realtime: a message from another process cannot be parsed')
    }
  }

  /** Tracks a process's parcel numbers; the first parcel from a process counts as one after a gap. */
  #note(node: string, number: number): 'next' | 'gap' | 'copy' {
    const peer = this.#peers.get(node)
    const heardAt = performance.now()
    if (!peer) {
      const load = { sockets: 0, addresses: {} }
      this.#peers.set(node, { number, heardAt, load, isUnsure: true, askedAt: Number.NEGATIVE_INFINITY })
      return 'gap'
    }
    peer.heardAt = heardAt
    if (number <= peer.number) return 'copy'
    const isGap = number > peer.number + 1
    peer.number = number
    if (isGap) peer.isUnsure = true
    return isGap ? 'gap' : 'next'
  }

  #read(node: string, message: ClusterMessage): void {
    const { entry } = message
    switch (entry.kind) {
      case 'hello':
        this.#learn(node, entry.state)
        this.#send({ kind: 'state', to: node, state: this.#parts.ownState() })
        return
      case 'state':
        if (entry.to !== this.node) return
        this.#learn(node, entry.state)
        this.#acquainted.add(node)
        this.#checkIntroduced()
        return
      case 'ask':
        if (entry.to === this.node) this.#send({ kind: 'state', to: node, state: this.#parts.ownState() })
        return
      case 'beat': {
        const peer = this.#peers.get(node)
        if (peer) peer.load = entry.load
        return
      }
      case 'bye':
        this.#forget(node)
        return
      default:
        this.#parts.onNews(node, message)
    }
  }

  #learn(node: string, state: SharedState): void {
    const peer = this.#peers.get(node)
    if (peer) peer.isUnsure = false
    this.#parts.onState(node, state)
  }

  #askIfUnsure(node: string): void {
    const peer = this.#peers.get(node)
    const now = performance.now()
    // Requested a moment ago: retried at the next heartbeat if no answer came.
    if (!peer?.isUnsure || now - peer.askedAt < ASK_AGAIN_MS) return
    peer.askedAt = now
    this.#send({ kind: 'ask', to: node })
  }

  #tick(): void {
    const now = performance.now()
    // After being suspended, this process must not consider the others gone: their messages are still unread.
    const overslept = now - this.#tickedAt > 2 * this.#beatMs
    this.#tickedAt = now
    this.#send({ kind: 'beat', load: this.#parts.ownLoad() })
    for (const [node, { heardAt }] of this.#peers) {
      if (!overslept && now - heardAt > this.#parts.silenceSeconds * 1000) {
        this.#inDoubtUntil = now + DOUBT_MS
        this.#forget(node)
      } else this.#askIfUnsure(node)
    }
  }

  #forget(node: string): void {
    this.#peers.delete(node)
    this.#acquainted.delete(node)
    this.#parts.onGone(node)
  }

  #send(entry: Entry): void {
    this.#outgoing.add({ entry, body: '' })
  }
}
