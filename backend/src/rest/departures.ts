import type { Socket } from 'node:net'
import { PipelineError } from '../database/pipeline/errors.ts'
import type { RunHandle } from '../database/pipeline/pool.ts'

/**
 * Ends statements whose client went away. One listener per connection, not per request: a connection carries one request
 * at a time.
 */
export class Departures {
  readonly #underWay = new WeakMap<Socket, { handle: RunHandle | null }>()

  /** Does `work`, whose statements run with `handle`; when the socket closes before it is done, they are cancelled. */
  async during<T>(socket: Socket, handle: RunHandle, work: () => Promise<T>): Promise<T> {
    // While it waited for its turn its client may have gone.
    if (socket.destroyed) throw new PipelineError('closed', 'The client went away')
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
