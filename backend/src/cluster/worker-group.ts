import type { Logger } from 'pino'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { StartupError } from '../startup-error.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** The part of node:cluster's Worker that is used here. */
export interface WorkerProcess {
  readonly id: number
  send(message: ToWorker): boolean
  on(event: 'message', listener: (message: FromWorker) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

export interface WorkerGroupParts {
  readonly count: number
  fork(): WorkerProcess
  readonly owner: ConnectionOptions
  readonly log: Logger
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** A worker that ran for this long did not fail while starting. */
const HEALTHY_MS = 10_000

/** Keeps a number of workers running until `stop`. */
export class WorkerGroup {
  readonly #parts: WorkerGroupParts
  readonly #workers = new Set<WorkerProcess>()
  readonly #ready = Promise.withResolvers<string>()
  readonly #ended = Promise.withResolvers<void>()
  #listening = 0
  #url = ''
  #started = false
  #stopping = false
  #pauseMs = FIRST_PAUSE_MS

  constructor(parts: WorkerGroupParts) {
    this.#parts = parts
  }

  /** @returns the URL once every worker listens  @throws {StartupError} when one cannot start */
  start(): Promise<string> {
    for (let index = 0; index < this.#parts.count; index++) this.#fork()
    return this.#ready.promise
  }

  /** Lets every worker finish its requests. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#ready.reject(new StartupError('Stopped while starting.'))
    this.#ready.promise.catch(() => undefined) // reported to the caller of start()
    if (this.#workers.size === 0) return
    for (const worker of this.#workers) worker.send({ kind: 'stop' })
    await this.#ended.promise
  }

  #fork(): void {
    const worker = this.#parts.fork()
    const startedAt = performance.now()
    this.#workers.add(worker)
    worker.on('message', (message) => this.#hear(worker, message))
    // Raised by a message to a worker that is exiting; the exit is handled below.
    worker.on('error', (error) => this.#parts.log.debug({ err: error, worker: worker.id }, 'a worker is out of reach'))
    worker.on('exit', (code, signal) => {
      this.#workers.delete(worker)
      if (this.#stopping) {
        if (this.#workers.size === 0) this.#ended.resolve()
        return
      }
      if (!this.#started) {
        this.#ready.reject(new StartupError(`A worker ended while starting (${signal ?? `exit code ${code}`}).`))
        return
      }
      this.#parts.log.error({ worker: worker.id, code, signal }, 'a worker died; restarting it')
      this.#pauseMs =
        performance.now() - startedAt > HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
      setTimeout(() => {
        if (!this.#stopping) this.#fork()
      }, this.#pauseMs)
    })
  }

  #hear(worker: WorkerProcess, message: FromWorker): void {
    switch (message.kind) {
      case 'waiting':
        worker.send(this.#stopping ? { kind: 'stop' } : { kind: 'start', owner: this.#parts.owner })
        return
      case 'listening':
        this.#listening += 1
        this.#url = message.url
        if (this.#listening === this.#parts.count) {
          this.#started = true
          this.#ready.resolve(this.#url)
        }
        return
      case 'failed':
        // Its exit follows, which after the start leads to a restart.
        this.#ready.reject(new StartupError(message.sentence))
    }
  }
}
