import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type ClusterMessage, encodeParcel } from './parcel.ts'

/** Characters that may wait while the bus is busy or away; further messages are dropped, which receivers notice by the parcel number. */
const MOST_WAITING = 16 * 1024 * 1024
/** A parcel is closed once it reaches this many characters. */
const PARCEL_SIZE = 512 * 1024
/** Approximate size of an entry without its body. */
const ENTRY_SIZE = 100
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 1_000
/** How long a parcel is retried: after that it is outdated. */
const GIVE_UP_MS = 10_000

interface Parts {
  readonly node: string
  readonly log: FastifyBaseLogger
  publish(text: string): Promise<void>
}

/**
 * Queue of messages to other processes. One parcel is in flight at a time; messages queued meanwhile go into the next, so that a busy
 * process sends larger parcels rather than more.
 */
export class Outgoing {
  readonly #parts: Parts
  #waiting: { message: ClusterMessage; size: number }[] = []
  #waitingSize = 0
  #number = 0
  #sending: Promise<void> | null = null
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(message: ClusterMessage): void {
    if (this.#isStopped) return
    const size = sizeOf(message)
    // Small entries keep the processes connected, so they always fit.
    if (size > ENTRY_SIZE && this.#waitingSize + size > MOST_WAITING) {
      // The gap in the numbers makes the others request the state that must not be lost.
      this.#number += 1
      this.#parts.log.debug('realtime: the outgoing queue to other processes is full')
      return
    }
    this.#waiting.push({ message, size })
    this.#waitingSize += size
    this.#sending ??= this.#sendAll()
  }

  /** Stops accepting messages and waits until all are sent, at most for the given time. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopped = true
    await Promise.race([this.#sending, delay(patienceMs, undefined, { ref: false })])
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    // Groups the messages of this event loop turn.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const messages = this.#takeSome()
      this.#number += 1
      await this.#send(encodeParcel({ node: this.#parts.node, number: this.#number, messages }))
    }
    this.#sending = null
  }

  #takeSome(): ClusterMessage[] {
    let size = 0
    let count = 0
    for (const waiting of this.#waiting) {
      if (count > 0 && size + waiting.size > PARCEL_SIZE) break
      size += waiting.size
      count += 1
    }
    this.#waitingSize -= size
    return this.#waiting.splice(0, count).map(({ message }) => message)
  }

  /** Sending twice is harmless: receivers detect duplicates by the number. */
  async #send(text: string): Promise<void> {
    const deadline = performance.now() + GIVE_UP_MS
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      try {
        await this.#parts.publish(text)
        return
      } catch (error) {
        if (this.#isStopped || performance.now() > deadline) {
          this.#parts.log.warn({ err: error }, 'realtime: a message did not reach other processes')
          return
        }
        await delay(retryMs, undefined, { ref: false })
      }
    }
  }
}

function sizeOf({ entry, body }: ClusterMessage): number {
  // Heartbeats, requests and goodbyes.
  if (body === '' && entry.kind !== 'presence' && !('state' in entry)) return ENTRY_SIZE
  const people = 'joins' in entry || 'state' in entry ? JSON.stringify(entry).length : 1
  return ENTRY_SIZE + people + body.length
}
