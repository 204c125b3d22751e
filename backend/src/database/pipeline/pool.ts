import { availableParallelism } from 'node:os'
import type { ClientConfig } from 'pg'
import { PipelineConnection, type Step, type StepResult } from './connection.ts'
import { PipelineError } from './errors.ts'

export interface PipelinePoolOptions {
  readonly connection: ClientConfig
  /** Connections that share the ordinary load; default: the number of cores; more only lengthened the tail when measured. */
  readonly size?: number
  /** Upper bound with the extra ones for explicit transactions and for slow statements. */
  readonly maxSize?: number
  /** Requests that may wait for a connection, and for how long (milliseconds). */
  readonly maxQueue?: number
  readonly queueTimeout?: number
}

/** Explicit transaction on a connection that nobody else uses meanwhile. */
export interface PipelineTransaction {
  run(steps: readonly Step[]): Promise<StepResult[]>
}

/** Filled while a run is on the wire: calling it ends its statement, if that can be done without harm to others. */
export interface Cancellable {
  cancel: (() => void) | null
}

interface Waiting {
  readonly exclusive: boolean
  start(connection: PipelineConnection): void
  fail(error: Error): void
}

// A connection whose head has run this long is slow: whoever is sent behind it would wait for a stranger's query.
const SLOW_AFTER_MS = 30
const DEPTH = 64

/**
 * A few connections shared by all requests, each carrying many transactions at once. When all of them are held up by
 * slow statements further connections open, up to `maxSize`; beyond that requests queue, bounded in number and time.
 */
export class PipelinePool {
  readonly #options: Required<PipelinePoolOptions>
  readonly #connections: PipelineConnection[] = []
  readonly #queue: Waiting[] = []
  #opening = 0
  #closed = false

  constructor(options: PipelinePoolOptions) {
    const size = options.size ?? availableParallelism()
    this.#options = { maxQueue: 5000, queueTimeout: 10_000, maxSize: size + 8, ...options, size }
  }

  /** Runs the steps as one implicit transaction: all or nothing, settings made local in the first hold for the rest. */
  run(steps: readonly Step[], handle?: Cancellable): Promise<StepResult[]> {
    const connection = this.#choose()
    if (connection) return this.#runOn(connection, steps, handle)
    return new Promise((resolve, reject) => {
      this.#enqueue(false, (ready) => this.#runOn(ready, steps, handle).then(resolve, reject), reject)
    })
  }

  #runOn(
    connection: PipelineConnection,
    steps: readonly Step[],
    handle: Cancellable | undefined,
  ): Promise<StepResult[]> {
    if (handle) handle.cancel = () => void this.#cancelAlone(connection)
    return connection.run(steps)
  }

  /** PostgreSQL cancels whatever a connection runs at that moment, so nobody else may be on it, nor come. */
  async #cancelAlone(connection: PipelineConnection): Promise<void> {
    if (connection.inFlight !== 1 || connection.exclusive) return
    connection.exclusive = true
    await this.#cancel(connection)
    connection.exclusive = false
    this.#drain()
  }

  /** Resolves once the signal has been sent: what the connection runs afterwards is safe from it. Never rejects. */
  async #cancel(connection: PipelineConnection): Promise<void> {
    const text = 'select pg_cancel_backend($1::integer)'
    try {
      await this.run([{ text, values: [String(connection.processId)], scope: '' }])
    } catch {
      // Then the statement runs to its end or to its role's timeout.
    }
  }

  /** Runs `work` between BEGIN and COMMIT; ROLLBACK when it throws. BEGIN travels with the first batch of steps. */
  async transaction<T>(work: (transaction: PipelineTransaction) => Promise<T>, handle?: Cancellable): Promise<T> {
    const connection = await this.#lease()
    let begun = false
    let cancelled: Promise<void> | null = null
    if (handle) {
      handle.cancel = () => {
        cancelled ??= this.#cancel(connection)
      }
    }
    try {
      const result = await work({
        run: async (steps) => {
          if (begun) return connection.run(steps)
          begun = true
          return (await connection.run([command('begin'), ...steps])).slice(1)
        },
      })
      if (begun) await connection.run([command('commit')])
      return result
    } catch (error) {
      // A connection that cannot even roll back is in an unknown state and must not serve anybody else.
      if (begun) await connection.run([command('rollback')]).catch(() => connection.close())
      throw error
    } finally {
      if (handle) handle.cancel = null
      if (cancelled) await cancelled
      connection.exclusive = false
      this.#drain()
    }
  }

  get connectionCount(): number {
    return this.#connections.length
  }

  /** Process ids of the open connections, for tests that kill one. */
  get processIds(): number[] {
    return this.#connections.map((connection) => connection.processId)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.fail(new PipelineError('closed', 'The pool is closed'))
    for (const connection of [...this.#connections]) connection.close()
  }

  #choose(): PipelineConnection | null {
    const now = performance.now()
    const { size } = this.#options
    let best: PipelineConnection | null = null
    for (let index = 0; index < this.#connections.length; index++) {
      // Extra connections are for slow times only.
      if (index >= size && best) break
      const connection = this.#connections[index]
      if (!connection || connection.exclusive || connection.inFlight >= DEPTH) continue
      if (connection.headAge(now) > SLOW_AFTER_MS) continue
      if (!best || connection.inFlight < best.inFlight) best = connection
    }
    if (best && best.inFlight > 0 && this.#connections.length + this.#opening < size) this.#open()
    return best
  }

  #lease(): Promise<PipelineConnection> {
    const idle = this.#connections.findLast((connection) => !connection.exclusive && connection.inFlight === 0)
    if (idle) {
      idle.exclusive = true
      return Promise.resolve(idle)
    }
    return new Promise((resolve, reject) => {
      const start = (connection: PipelineConnection) => {
        connection.exclusive = true
        resolve(connection)
      }
      this.#enqueue(true, start, reject)
    })
  }

  #enqueue(exclusive: boolean, start: (connection: PipelineConnection) => void, reject: (error: Error) => void): void {
    if (this.#closed) {
      reject(new PipelineError('closed', 'The pool is closed'))
      return
    }
    if (this.#queue.length >= this.#options.maxQueue) {
      reject(new PipelineError('queue_full', 'Too many requests are waiting for a database connection'))
      return
    }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      reject(new PipelineError('queue_timeout', 'Timed out acquiring connection from connection pool.'))
    }, this.#options.queueTimeout)
    const waiting: Waiting = {
      exclusive,
      start: (connection) => {
        clearTimeout(timer)
        start(connection)
      },
      fail: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    this.#queue.push(waiting)
    if (this.#opening < this.#queue.length && this.#connections.length + this.#opening < this.#options.maxSize) {
      this.#open()
    }
  }

  #open(): void {
    this.#opening += 1
    const events = {
      onIdleSlot: () => this.#drain(),
      onLost: (lost: PipelineConnection) => {
        const index = this.#connections.indexOf(lost)
        if (index >= 0) this.#connections.splice(index, 1)
      },
    }
    PipelineConnection.open(this.#options.connection, events).then(
      (connection) => {
        this.#opening -= 1
        if (this.#closed) {
          connection.close()
          return
        }
        this.#connections.push(connection)
        this.#drain()
      },
      (cause: Error) => {
        this.#opening -= 1
        if (this.#connections.length > 0 || this.#opening > 0) return
        const error = new PipelineError('cannot_connect', `Database connection error: ${cause.message}`, { cause })
        for (const waiting of this.#queue.splice(0)) waiting.fail(error)
      },
    )
  }

  #drain(): void {
    while (this.#queue.length > 0) {
      const waiting = this.#queue[0]
      if (!waiting) return
      const connection = waiting.exclusive
        ? this.#connections.findLast((candidate) => !candidate.exclusive && candidate.inFlight === 0)
        : this.#choose()
      if (!connection) {
        // Everything is gone (a restart of the database) while requests still wait.
        if (this.#connections.length + this.#opening === 0 && !this.#closed) this.#open()
        return
      }
      this.#queue.shift()
      waiting.start(connection)
    }
  }
}

function command(text: 'begin' | 'commit' | 'rollback'): Step {
  return { text, values: [], scope: '' }
}
