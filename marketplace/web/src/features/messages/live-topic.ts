import type { RealtimeChannel } from '@supabase/supabase-js'
import { supabase } from '../../lib/data/supabase.ts'

/** A listener on a private topic. */
export interface TopicListener {
  /** `fromDatabase` distinguishes database events from client broadcasts with the same name. */
  onBroadcast?(event: string, payload: Record<string, unknown>, fromDatabase: boolean): void
  /** Joined, for the first time or again: all events arrive from here on; earlier ones must be fetched. */
  onJoined?(): void
  /** Not joined: events are being missed. */
  onLost?(): void
  /** The keys of everyone present, if the topic's first listener asked for presence. */
  onPresence?(keys: readonly string[]): void
}

export interface TopicOptions {
  /** Announces presence under this key. */
  readonly presentAs?: string
  readonly watchesPresence?: boolean
}

export interface LiveTopic {
  /** Broadcasts to the others; lost when offline. */
  send(event: string, payload: Record<string, unknown>): void
  leave(): void
}

/** The server ended the channel (an expired token, for one): the client does not rejoin by itself. */
const REJOIN_MS = 2000

const open = new Map<string, SharedTopic>()
/** Topics being left. A topic can only be rejoined afterwards: the client has one channel per name. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Listens to a private topic across losses of connection, server and token. All listeners of a topic share one channel, because a client
 * can join a topic only once; it is left with the last listener.
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

  /** @returns the number of remaining listeners */
  remove(listener: TopicListener): number {
    this.#listeners.delete(listener)
    return this.#listeners.size
  }

  send(event: string, payload: Record<string, unknown>): void {
    // Without a joined channel the client would send over HTTP, late.
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
    // The channel is private: the socket needs the token before the join.
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

/** A working connection answers within this time. */
const ANSWER_MS = 4000
let isWatching = false

/**
 * After sleep or a change of networks, a connection can look open but be dead. The client would notice at its second heartbeat, after up to
 * 50 s, so a heartbeat is sent whenever the network or the window comes back.
 */
function keepAwake(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', check)
  window.addEventListener('pageshow', check)
  document.addEventListener('visibilitychange', check)
}

function check(): void {
  const { realtime } = supabase
  if (document.visibilityState === 'hidden' || !navigator.onLine || realtime.getChannels().length === 0) return
  if (!realtime.isConnected()) {
    // Reconnect now instead of waiting for the next scheduled attempt.
    realtime.connect()
    return
  }
  if (realtime.pendingHeartbeatRef === null) void realtime.sendHeartbeat()
  const asked = realtime.pendingHeartbeatRef
  setTimeout(() => {
    // To the client, a second heartbeat while the first is unanswered means that the connection is dead.
    if (asked !== null && realtime.pendingHeartbeatRef === asked) void realtime.sendHeartbeat()
  }, ANSWER_MS)
}
