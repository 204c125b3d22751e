import { availableParallelism } from 'node:os'
import type { ConnectionOptions } from '../connection-options.ts'
import { traced } from '../tracing.ts'
import { PipelineConnection, type Step, type StepResult } from './connection.ts'
import { PipelineError } from './errors.ts'

export interface PipelinePoolOptions {
  readonly connection: ConnectionOptions
  /** Connections shared by ordinary requests; default: number of cores. More only increased tail latency when measured. */
  readonly size?: number
  /** Upper bound including extra connections, which serve explicit transactions and exclusive runs. */
  readonly maxSize?: number
  /** Requests that may wait for a connection, and for how long (milliseconds). */
  readonly maxQueue?: number
  readonly queueTimeout?: number
}

/** Explicit transaction on a connection reserved for it. */
export interface PipelineTransaction {
  run(steps: readonly Step[]): Promise<StepResult[]>
}

/** Options and outcome of one run. */
export interface RunHandle {
  /** Set while the run is in flight: cancels its statement if that cannot affect other runs. */
  cancel: (() => void) | null
  /** True requests a dedicated connection, so that no other request waits behind it; runs known to be quick should share. */
  alone: boolean
  /** Time in the database, in milliseconds. */
  tookMs: number
}

export function runHandle(alone = false): RunHandle {
  return { cancel: null, alone, tookMs: 0 }
}

interface Waiting {
  start(connection: PipelineConnection): void
  fail(error: Error): void
}

// A connection whose oldest batch has run this long counts as slow: requests sent behind it would wait for another caller's query.
const SLOW_AFTER_MS = 30
const DEPTH = 64

const FIRST_PATIENCE_MS = 500
const LONGEST_PATIENCE_MS = 8000

type Kind = 'shared' | 'alone'

/**
 * A few connections shared by all requests, each pipelining many transactions. Runs that may be slow get an extra connection to
 * themselves, as do explicit transactions; idle extra connections also help out while all shared ones are blocked.
 * Beyond `maxSize` requests queue, limited in number and time; shared and exclusive runs have separate queues.
 */
export class PipelinePool {
  readonly #options: Required<PipelinePoolOptions>
  readonly #connections: Readonly<Record<Kind, PipelineConnection[]>> = { shared: [], alone: [] }
  /** One queue for shared connections, one for exclusive ones. */
  readonly #queues: Readonly<Record<Kind, Waiting[]>> = { shared: [], alone: [] }
  readonly #opening: Record<Kind, number> = { shared: 0, alone: 0 }
  #closed = false

  constructor(options: PipelinePoolOptions) {
    const size = options.size ?? availableParallelism()
    this.#options = { maxQueue: 5000, queueTimeout: 10_000, maxSize: size + 8, ...options, size }
  }

  /** Runs the steps as one implicit transaction: all or nothing; settings made local in the first apply to the rest. */
  run(steps: readonly Step[], handle?: RunHandle): Promise<StepResult[]> {
    return traced('statements', () => this.#run(steps, handle), steps.at(-1)?.text)
  }

  #run(steps: readonly Step[], handle: RunHandle | undefined): Promise<StepResult[]> {
    if (handle?.alone) return this.#runAlone(steps, handle)
    const connection = this.#choose()
    if (connection) return this.#runOn(connection, steps, handle)
    return new Promise((resolve, reject) => {
      this.#enqueue('shared', (ready) => this.#runOn(ready, steps, handle).then(resolve, reject), reject)
    })
  }

  #runOn(connection: PipelineConnection, steps: readonly Step[], handle: RunHandle | undefined): Promise<StepResult[]> {
    if (handle) handle.cancel = () => void this.#cancelAlone(connection)
    return connection.run(steps, handle)
  }

  async #runAlone(steps: readonly Step[], handle: RunHandle): Promise<StepResult[]> {
    const connection = await this.#lease()
    let cancelled: Promise<void> | null = null
    handle.cancel = () => {
      cancelled ??= connection.cancel()
    }
    try {
      return await connection.run(steps, handle)
    } finally {
      handle.cancel = null
      if (cancelled) await cancelled
      this.#release(connection)
    }
  }

  /** PostgreSQL cancels whatever the connection is running, so no other run may be on it or join it. */
  async #cancelAlone(connection: PipelineConnection): Promise<void> {
    if (connection.inFlight !== 1 || connection.exclusive) return
    connection.exclusive = true
    await connection.cancel()
    this.#release(connection)
  }

  /** Runs `work` between BEGIN and COMMIT; ROLLBACK when it throws. BEGIN is sent with the first batch of steps. */
  async transaction<T>(work: (transaction: PipelineTransaction) => Promise<T>, handle?: RunHandle): Promise<T> {
    const connection = await this.#lease()
    const startedAt = performance.now()
    let begun = false
    let cancelled: Promise<void> | null = null
    if (handle) {
      handle.cancel = () => {
        cancelled ??= connection.cancel()
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
      // A connection that cannot roll back is in an unknown state and must not be reused.
      if (begun) await connection.run([command('rollback')]).catch(() => connection.close())
      throw error
    } finally {
      if (handle) {
        handle.cancel = null
        handle.tookMs = performance.now() - startedAt
      }
      if (cancelled) await cancelled
      this.#release(connection)
    }
  }

  get connectionCount(): number {
    return this.#connections.shared.length + this.#connections.alone.length
  }

  /** Backend process IDs of the open connections, for tests that kill one. */
  get processIds(): number[] {
    return [...this.#connections.shared, ...this.#connections.alone].map(({ processId }) => processId)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#failWaiting(new PipelineError('closed', 'The pool is closed'))
    for (const connections of Object.values(this.#connections))
      for (const connection of [...connections]) connection.close()
  }

  #release(connection: PipelineConnection): void {
    connection.exclusive = false
    this.#drain()
  }

  #choose(): PipelineConnection | null {
    const now = performance.now()
    const best = leastBusy(this.#connections.shared, now)
    if (best === null) return leastBusy(this.#connections.alone, now)
    if (best.inFlight > 0 && this.#connections.shared.length < this.#options.size) this.#openShared()
    return best
  }

  #idleExtra(): PipelineConnection | null {
    return this.#connections.alone.find(({ exclusive, inFlight }) => !exclusive && inFlight === 0) ?? null
  }

  #lease(): Promise<PipelineConnection> {
    const idle = this.#idleExtra()
    if (idle) {
      idle.exclusive = true
      return Promise.resolve(idle)
    }
    return new Promise((resolve, reject) => {
      const start = (connection: PipelineConnection) => {
        connection.exclusive = true
        resolve(connection)
      }
      this.#enqueue('alone', start, reject)
    })
  }

  #enqueue(kind: Kind, start: (connection: PipelineConnection) => void, reject: (error: Error) => void): void {
    const queue = this.#queues[kind]
    if (this.#closed) {
      reject(new PipelineError('closed', 'The pool is closed'))
      return
    }
    if (queue.length >= this.#options.maxQueue) {
      reject(new PipelineError('queue_full', 'Too many requests are waiting for a database connection'))
      return
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1)
      reject(new PipelineError('queue_timeout', 'Timed out acquiring connection from connection pool.'))
    }, this.#options.queueTimeout)
    const waiting: Waiting = {
      start: (connection) => {
        clearTimeout(timer)
        start(connection)
      },
      fail: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    queue.push(waiting)
    if (kind === 'shared' && this.#openShared()) return
    if (this.#opening.alone < queue.length) this.#openExtra()
  }

  /** @returns whether a shared connection is being opened, so no extra one is needed */
  #openShared(): boolean {
    if (this.#connections.shared.length + this.#opening.shared < this.#options.size) this.#open('shared')
    return this.#opening.shared > 0
  }

  #openExtra(): void {
    const { maxSize, size } = this.#options
    // Exclusive runs can never use a shared connection, so at least one extra one is allowed.
    if (this.#connections.alone.length + this.#opening.alone < Math.max(1, maxSize - size)) this.#open('alone')
  }

  #open(kind: Kind, patienceMs = FIRST_PATIENCE_MS): void {
    this.#opening[kind] += 1
    const startedAt = performance.now()
    const connections = this.#connections[kind]
    const events = {
      onIdleSlot: () => this.#drain(),
      onLost: (lost: PipelineConnection) => {
        const index = connections.indexOf(lost)
        if (index >= 0) connections.splice(index, 1)
      },
    }
    PipelineConnection.open(this.#options.connection, events, patienceMs).then(
      (connection) => {
        this.#opening[kind] -= 1
        if (this.#closed) {
          connection.close()
          return
        }
        connections.push(connection)
        this.#drain()
      },
      (cause: Error) => {
        this.#opening[kind] -= 1
        // Accepted but never answered: a leftover of a killed server. The next attempt reaches the new one.
        if (!this.#closed && performance.now() - startedAt >= patienceMs && patienceMs < LONGEST_PATIENCE_MS) {
          this.#open(kind, 2 * patienceMs)
          return
        }
        if (this.connectionCount + this.#opening.shared + this.#opening.alone > 0) return
        this.#failWaiting(new PipelineError('cannot_connect', `Database connection error: ${cause.message}`, { cause }))
      },
    )
  }

  #failWaiting(error: PipelineError): void {
    for (const queue of Object.values(this.#queues)) for (const waiting of queue.splice(0)) waiting.fail(error)
  }

  #drain(): void {
    this.#drainQueue(this.#queues.shared, () => this.#choose())
    this.#drainQueue(this.#queues.alone, () => this.#idleExtra())
    // All connections of a kind may be lost (database restart) while requests still wait for one.
    if (this.#closed) return
    if (this.#queues.shared.length > 0) this.#openShared()
    if (this.#queues.alone.length > this.#opening.alone) this.#openExtra()
  }

  #drainQueue(queue: Waiting[], choose: () => PipelineConnection | null): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const connection = choose()
      if (!connection) return
      queue.shift()
      next.start(connection)
    }
  }
}

/** The available connection with the fewest batches in flight. */
function leastBusy(connections: readonly PipelineConnection[], now: number): PipelineConnection | null {
  let best: PipelineConnection | null = null
  for (const connection of connections) {
    if (connection.exclusive || connection.inFlight >= DEPTH || connection.headAge(now) > SLOW_AFTER_MS) continue
    if (!best || connection.inFlight < best.inFlight) best = connection
  }
  return best
}

function command(text: 'begin' | 'commit' | 'rollback'): Step {
  return { text, values: [], scope: '' }
}
