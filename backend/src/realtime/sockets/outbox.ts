import type { Duplex } from 'node:stream'

/** A socket with frames that wait for the end of this event loop turn. */
export interface Recipient {
  readonly unsent: Buffer[]
  readonly stream: Duplex
  /** False once closing began: no frame may follow a close frame. */
  readonly isOpen: boolean
}

/** Sockets written per turn: a broadcast to 5,000 must not block all others for 40 ms. */
const SOCKETS_PER_TURN = 250
/** Time limit per turn, for machines with slow system calls. */
const MOST_MS = 4
/** Reading the clock costs time, too. */
const SOCKETS_PER_LOOK = 25

/**
 * Batches writes: a fan-out costs one system call per socket, so all frames that an event loop turn produces for a socket are written
 * together.
 */
export class Outbox {
  #due = new Set<Recipient>()
  #isScheduled = false

  add(recipient: Recipient, frame: Buffer): void {
    recipient.unsent.push(frame)
    this.#due.add(recipient)
    this.#schedule()
  }

  /** Flushes one socket's frames before it is closed. */
  flush(recipient: Recipient): void {
    this.#due.delete(recipient)
    write(recipient)
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#writeSome())
  }

  #writeSome(): void {
    this.#isScheduled = false
    const startedAt = performance.now()
    let written = 0
    for (const recipient of this.#due) {
      this.#due.delete(recipient)
      write(recipient)
      written += 1
      if (written === SOCKETS_PER_TURN) break
      if (written % SOCKETS_PER_LOOK === 0 && performance.now() - startedAt > MOST_MS) break
    }
    if (this.#due.size > 0) this.#schedule()
  }
}

function write(recipient: Recipient): void {
  const frames = recipient.unsent.splice(0)
  if (!recipient.isOpen || frames.length === 0) return
  const { stream } = recipient
  stream.cork()
  for (const frame of frames) stream.write(frame)
  stream.uncork()
}
