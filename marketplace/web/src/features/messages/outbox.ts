/** An unsent message: shown immediately, stored on this device until the server has it. */

import { sentenceOf } from '../../lib/data/failure.ts'

export interface Waiting {
  readonly clientId: string
  readonly conversationId: string
  readonly body: string
  readonly created_at: string
  /** `failed` waits for the user, `sending` for the network. */
  readonly state: 'sending' | 'failed'
  readonly reason?: string
}

/** The server could not be reached; nothing was refused. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

interface OutboxWorld {
  /** Resolves when the server has the message; rejects with a message for the user, or with Unreachable. */
  send: (waiting: Waiting) => Promise<void>
  /** Resolves when it is time for the next attempt. */
  pause: (attempts: number) => Promise<void>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  isOnline: () => boolean
  newId: () => string
  now: () => Date
}

const KEY = 'souk-outbox'

export interface Outbox {
  subscribe(changed: () => void): () => void
  get(): readonly Waiting[]
  add(conversationId: string, body: string): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Sends all queued messages in order: at startup and when the network returns. */
  flush(): Promise<void>
}

/**
 * The queue of unsent messages. It survives a reload; the client id makes sending idempotent. Messages are sent one at a time, so they
 * arrive in order.
 */
export function createOutbox(world: OutboxWorld): Outbox {
  let waiting: readonly Waiting[] = restore(world.storage)
  let flushing: Promise<void> | null = null
  const listeners = new Set<() => void>()

  function set(next: readonly Waiting[]): void {
    waiting = next
    if (next.length > 0) world.storage.setItem(KEY, JSON.stringify(next))
    else world.storage.removeItem(KEY)
    for (const changed of listeners) changed()
  }

  async function sendAll(): Promise<void> {
    for (let attempts = 0; ; ) {
      const next = waiting.find((item) => item.state === 'sending')
      if (!next || !world.isOnline()) return
      try {
        await world.send(next)
        attempts = 0
        set(waiting.filter((item) => item.clientId !== next.clientId))
      } catch (error) {
        // Offline or without a server it keeps waiting; a refusal is shown with its reason.
        if (!world.isOnline()) return
        if (error instanceof Unreachable) {
          attempts += 1
          await world.pause(attempts)
          continue
        }
        const reason = sentenceOf(error)
        set(waiting.map((item) => (item.clientId === next.clientId ? { ...item, state: 'failed', reason } : item)))
      }
    }
  }

  const outbox: Outbox = {
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    get: () => waiting,
    add(conversationId, body) {
      const item: Waiting = {
        clientId: world.newId(),
        conversationId,
        body,
        created_at: world.now().toISOString(),
        state: 'sending',
      }
      set([...waiting, item])
      void outbox.flush()
    },
    retry(clientId) {
      set(waiting.map((item) => (item.clientId === clientId ? { ...item, state: 'sending' } : item)))
      void outbox.flush()
    },
    discard: (clientId) => set(waiting.filter((item) => item.clientId !== clientId)),
    flush() {
      flushing ??= sendAll().finally(() => {
        flushing = null
        // A message may have been added since the loop ended.
        if (world.isOnline() && waiting.some((item) => item.state === 'sending')) void outbox.flush()
      })
      return flushing
    },
  }
  return outbox
}

function restore(storage: OutboxWorld['storage']): readonly Waiting[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as Waiting[]).filter((item) => typeof item?.clientId === 'string') : []
  } catch {
    return [] // corrupt data: nothing of ours can be restored
  }
}
