import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type EmailContent, encodeParcel } from './parcel.ts'

/** Characters that may wait while the bus is busy or away; what comes then is not sent, which others notice by the number. */
const MOST_WAITING = 16 * 1024 * 1024
/** A parcel is closed once it has this many characters. */
const PARCEL_SIZE = 512 * 1024
/** An entry's own size, roughly. */
const ENTRY_SIZE = 100
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 1_000
/** How long a parcel is tried: what is older than this is no news. */
const GIVE_UP_MS = 10_000

interface Parts {
  readonly node: string
  readonly log: FastifyBaseLogger
  publish(text: string): Promise<void>
}

/**
 * What goes to other processes. One parcel is under way at a time; what gathers meanwhile goes with the next, so that a
 * busy process sends more in each parcel rather than more parcels.
 */
export class Outgoing {
  readonly #parts: Parts
  #waiting: { letter: EmailContent; size: number }[] = []
  #waitingSize = 0
  #number = 0
  #sending: Promise<void> | null = null
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(letter: EmailContent): void {
    if (this.#isStopped) return
    const size = sizeOf(letter)
    // What is small keeps the processes together: it always fits.
    if (size > ENTRY_SIZE && this.#waitingSize + size > MOST_WAITING) {
      // The gap in the numbers tells the others to ask again for what must not be lost.
      this.#number += 1
      this.#parts.log.debug('realtime: more waits for other processes than fits')
      return
    }
    this.#waiting.push({ letter, size })
    this.#waitingSize += size
    this.#sending ??= this.#sendAll()
  }

  /** Takes no more, and waits until everything is sent, but not longer than this. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopped = true
    await Promise.race([this.#sending, delay(patienceMs, undefined, { ref: false })])
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    // What this turn of the event loop brings belongs together.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const letters = this.#takeSome()
      this.#number += 1
      await this.#send(encodeParcel({ node: this.#parts.node, number: this.#number, letters }))
    }
    this.#sending = null
  }

  #takeSome(): EmailContent[] {
    let size = 0
    let count = 0
    for (const waiting of this.#waiting) {
      if (count > 0 && size + waiting.size > PARCEL_SIZE) break
      size += waiting.size
      count += 1
    }
    this.#waitingSize -= size
    return this.#waiting.splice(0, count).map(({ letter }) => letter)
  }

  /** A copy does no harm: receivers know the number. */
  async #send(text: string): Promise<void> {
    const deadline = performance.now() + GIVE_UP_MS
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      try {
        await this.#parts.publish(text)
        return
      } catch (error) {
        if (this.#isStopped || performance.now() > deadline) {
          this.#parts.log.warn({ err: error }, 'realtime: something did not reach other processes')
          return
        }
        await delay(retryMs, undefined, { ref: false })
      }
    }
  }
}

function sizeOf({ entry, body }: EmailContent): number {
  // Signs of life, questions and goodbyes.
  if (body === '' && entry.kind !== 'presence' && !('state' in entry)) return ENTRY_SIZE
  const people = 'joins' in entry || 'state' in entry ? JSON.stringify(entry).length : 1
  return ENTRY_SIZE + people + body.length
}
