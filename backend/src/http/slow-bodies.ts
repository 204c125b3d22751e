import type { IncomingMessage } from 'node:http'

/** Any real connection is faster; a client that sends a byte every other second only ties up a connection. */
const LEAST_BYTES_PER_SECOND = 1024
const LOOK_MS = 5_000
/** Consecutive slow checks before the connection is closed: a phone in a tunnel may stall for a while. */
const LOOKS = 8

interface Watched {
  bytes: number
  slowLooks: number
}

export interface SlowBodyLimits {
  readonly bytesPerSecond: number
  readonly lookMs: number
  readonly looks: number
}

const LIMITS: SlowBodyLimits = { bytesPerSecond: LEAST_BYTES_PER_SECOND, lookMs: LOOK_MS, looks: LOOKS }

/**
 * Closes connections whose request body arrives below a minimum rate. There is no deadline for the whole body, so a large upload over a
 * slow but steady connection may take its time. Data that has arrived but is unread does not count against the client, and a process
 * that was starved of CPU checks once, not once per missed interval.
 */
export class SlowBodies {
  readonly #limits: SlowBodyLimits
  readonly #watched = new Map<IncomingMessage, Watched>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: SlowBodyLimits = LIMITS) {
    this.#limits = limits
  }

  readonly watch = (request: IncomingMessage): void => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    if (headers['content-length'] === '0') return
    this.#watched.set(request, { bytes: socket.bytesRead, slowLooks: 0 })
    request.once('close', () => this.#watched.delete(request))
    this.#timer ??= setInterval(() => this.#look(), this.#limits.lookMs).unref()
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    const { bytesPerSecond, lookMs, looks } = this.#limits
    for (const [request, watched] of this.#watched) {
      const { socket } = request
      if (request.complete || socket.destroyed) {
        this.#watched.delete(request)
        continue
      }
      const came = socket.bytesRead - watched.bytes
      const isOurTurn = request.readableLength > 0
      watched.bytes = socket.bytesRead
      watched.slowLooks = isOurTurn || came * 1000 >= bytesPerSecond * lookMs ? 0 : watched.slowLooks + 1
      if (watched.slowLooks >= looks) cutOff(request)
    }
    if (this.#watched.size === 0) this.close()
  }
}

/** Responds with 408 unless a response has begun; does not wait until the client has read it. */
function cutOff({ socket }: IncomingMessage): void {
  if (socket.bytesWritten === 0)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
