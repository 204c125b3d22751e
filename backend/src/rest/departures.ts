import type { Socket } from 'node:net'
import { PipelineError } from '../database/pipeline/errors.ts'
import type { RunHandle } from '../database/pipeline/pool.ts'

/**
 * Cancels statements whose client disconnected. One listener per connection, not per request: a connection carries one request at a time.
 */
export class Departures {
  readonly #underWay = new WeakMap<Socket, { handle: RunHandle | null }>()

  /** Runs `work`, whose statements use `handle`; cancels them if the socket closes before it is done. */
  async during<T>(socket: Socket, handle: RunHandle, work: () => Promise<T>): Promise<T> {
    // The client may have left while this request was queued.
    if (socket.destroyed) throw new PipelineError('closed', 'The client disconnected')
    const watched = this.#watch(socket)
    watched.handle = handle
    try {
      return await work()
    } finally {
      if (watched.handle === handle) watched.handle = null
    }
  }

  #watch(socket: Socket): { handle: RunHandle | null } {
    const known = this.#underWay.get(socket)
    if (known) return known
    const fresh: { handle: RunHandle | null } = { handle: null }
    this.#underWay.set(socket, fresh)
    socket.once('close', () => fresh.handle?.cancel?.())
    return fresh
  }
}
