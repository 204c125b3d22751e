import type { RealtimeChannel } from '@supabase/supabase-js'
import { supabase } from '../../lib/data/supabase.ts'
import { keepAwake } from './wake.ts'

/** Somebody who listens to a private topic. */
export interface TopicListener {
  /** `fromDatabase` tells rows from what people broadcast under the same name. */
  onBroadcast?(event: string, payload: Record<string, unknown>, fromDatabase: boolean): void
  /** Joined, for the first time or again: everything from here on is told, what came before is to be asked for. */
  onJoined?(): void
  /** Not joined: what comes now is missed. */
  onLost?(): void
  /** The keys of those who are present; asked for at the first listener only. */
  onPresence?(keys: readonly string[]): void
}

export interface TopicOptions {
  /** Shows me as present under this key. */
  readonly presentAs?: string
  readonly watchesPresence?: boolean
}

export interface LiveTopic {
  /** Tells the others; lost without a connection. */
  send(event: string, payload: Record<string, unknown>): void
  leave(): void
}

/** The server ended the channel (an expired token, for one): the client does not join again by itself. */
const REJOIN_MS = 2000

const open = new Map<string, SharedTopic>()
/** A topic is joined once it was left: the client knows one channel by each name. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Listens to a private topic for as long as it takes, whatever becomes of connection, server and token. All who listen
 * to one topic share one channel, because a client can join a topic only once; the last to leave leaves it.
 */
export function listenTo(topic: string, listener: TopicListener, options: TopicOptions = {}): LiveTopic {
  keepAwake()
  const shared = open.get(topic) ?? new SharedTopic(topic, options)
  open.set(topic, shared)
  shared.add(listener)
  return {
    send: (event, payload) => shared.send(event, payload),
    leave() {
      if (shared.remove(listener) > 0 || open.get(topic) !== shared) return
      open.delete(topic)
      const gone = shared.leave().finally(() => {
        if (leaving.get(topic) === gone) leaving.delete(topic)
      })
      leaving.set(topic, gone)
    },
  }
}

class SharedTopic {
  readonly #topic: string
  readonly #options: TopicOptions
  readonly #listeners = new Set<TopicListener>()
  #channel: RealtimeChannel | null = null
  #isJoined = false
  #isLeft = false
  #rejoin: ReturnType<typeof setTimeout> | undefined

  constructor(topic: string, options: TopicOptions) {
    this.#topic = topic
    this.#options = options
    void this.#join()
  }

  add(listener: TopicListener): void {
    this.#listeners.add(listener)
    if (!this.#isJoined) return
    listener.onJoined?.()
    listener.onPresence?.(this.#present())
  }

  /** @returns how many are left */
  remove(listener: TopicListener): number {
    this.#listeners.delete(listener)
    return this.#listeners.size
  }

  send(event: string, payload: Record<string, unknown>): void {
    // Unjoined, the client would send over HTTP instead, late.
    if (this.#isJoined) void this.#channel?.send({ type: 'broadcast', event, payload })
  }

  async leave(): Promise<void> {
    this.#isLeft = true
    this.#isJoined = false
    clearTimeout(this.#rejoin)
    if (this.#channel) await supabase.removeChannel(this.#channel)
  }

  async #join(): Promise<void> {
    await leaving.get(this.#topic)
    // The token must be on the socket before the join: the channel is private.
    await supabase.realtime.setAuth()
    if (this.#isLeft) return
    const { presentAs, watchesPresence } = this.#options
    const channel = supabase.channel(this.#topic, {
      config: { private: true, ...(presentAs ? { presence: { key: presentAs } } : {}) },
    })
    this.#channel = channel
    channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) => {
      const content = (payload ?? {}) as Record<string, unknown>
      for (const listener of this.#listeners) listener.onBroadcast?.(event, content, meta?.id !== undefined)
    })
    if (watchesPresence) {
      channel.on('presence', { event: 'sync' }, () => {
        for (const listener of this.#listeners) listener.onPresence?.(this.#present())
      })
    }
    channel.subscribe((status) => this.#changed(channel, status))
  }

  #changed(channel: RealtimeChannel, status: string): void {
    if (this.#isLeft || channel !== this.#channel) return
    if (status === 'SUBSCRIBED') {
      this.#isJoined = true
      if (this.#options.presentAs) void channel.track({})
      for (const listener of this.#listeners) listener.onJoined?.()
      return
    }
    this.#isJoined = false
    for (const listener of this.#listeners) {
      listener.onPresence?.([])
      listener.onLost?.()
    }
    if (status !== 'CLOSED') return
    clearTimeout(this.#rejoin)
    this.#rejoin = setTimeout(() => void this.#join(), REJOIN_MS)
  }

  #present(): readonly string[] {
    return this.#isJoined && this.#options.watchesPresence ? Object.keys(this.#channel?.presenceState() ?? {}) : []
  }
}
