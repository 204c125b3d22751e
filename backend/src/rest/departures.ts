import type { Socket } from 'node:net'
import type { Cancellable, PipelinePool } from '../database/pipeline/pool.ts'

type Reader = Pick<PipelinePool, 'run' | 'transaction'>

/**
 * Ends statements whose client went away. One listener per connection, not per request: a connection carries one request
 * at a time.
 */
export class Departures {
  readonly #underWay = new WeakMap<Socket, { handle: Cancellable | null }>()

  /** Runs `work` on the pool; when the socket closes before it is done, its statement is cancelled. */
  async during<T>(socket: Socket, pool: PipelinePool, work: (reader: Reader) => Promise<T>): Promise<T> {
    const watched = this.#watch(socket)
    const handle: Cancellable = { cancel: null }
    watched.handle = handle
    try {
      return await work({
        run: (steps) => pool.run(steps, handle),
        transaction: (inside) => pool.transaction(inside, handle),
      })
    } finally {
      if (watched.handle === handle) watched.handle = null
    }
  }

  #watch(socket: Socket): { handle: Cancellable | null } {
    const known = this.#underWay.get(socket)
    if (known) return known
    const fresh: { handle: Cancellable | null } = { handle: null }
    this.#underWay.set(socket, fresh)
    socket.once('close', () => fresh.handle?.cancel?.())
    return fresh
  }
}
