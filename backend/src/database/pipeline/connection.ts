import type { Duplex } from 'node:stream'
import { Client } from 'pg'
import { serialize } from 'pg-protocol'
import { type ConnectionOptions, openSocket } from '../connection-options.ts'
import { connectionOf, keyOf } from '../pg-internals.ts'
import { PipelineError, readErrorFields, StatementError } from './errors.ts'
import { FrameReader, type OnFrame, readDataRow } from './frame-reader.ts'
import { makeReusingSocket, type ReusingSocket } from './reusing-socket.ts'
import { type PreparedStatement, StatementCache } from './statement-cache.ts'

/** One statement of a batch. Values are bound untyped; a Buffer is sent as it is (json and text accept raw bytes). */
export interface Step {
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
  /** Namespace of the prepared statement: the role, because a plan under row level security is valid for one role only. */
  readonly scope: string
}

/** Rows as raw bytes in PostgreSQL's text format. */
export interface StepResult {
  rows: (Buffer | null)[][]
}

interface Batch {
  readonly results: StepResult[]
  readonly parses: PreparedStatement[]
  parsed: number
  error: StatementError | null
  startedAt: number
  readonly timing: { tookMs: number } | undefined
  resolve(results: StepResult[]): void
  reject(error: Error): void
}

const TYPE = { parseComplete: 0x31, bindComplete: 0x32, dataRow: 0x44, commandComplete: 0x43, error: 0x45, ready: 0x5a }
const STATEMENTS_PER_CONNECTION = 256
/** Longer statements are rarely repeated, and too large to keep. */
const LONGEST_PREPARED = 16 * 1024
const CANCEL_MS = 2000
const NAMELESS: PreparedStatement = { name: '', scope: '', text: '', state: 'pending', isUsed: false }

/**
 * A connection that sends whole transactions in one write and pipelines many of them. The statements of a batch end with one Sync, so
 * they form one implicit transaction: `set_config(..., true)` in the first applies to the others and is reset afterwards, also after an
 * error.
 */
export class PipelineConnection {
  readonly #client: Client
  readonly #options: ConnectionOptions
  readonly #stream: Duplex
  readonly #frames = new FrameReader()
  readonly #batches: Batch[] = []
  #unsent: Buffer[] = []
  readonly #statements = new StatementCache(STATEMENTS_PER_CONNECTION)
  readonly #onIdleSlot: (connection: PipelineConnection) => void
  readonly #onLost: (connection: PipelineConnection) => void
  #lost = false
  /** True while one caller holds the connection exclusively. */
  exclusive = false

  private constructor(
    client: Client,
    options: ConnectionOptions,
    reusing: ReusingSocket | null,
    events: ConnectionEvents,
  ) {
    this.#client = client
    this.#options = options
    this.#onIdleSlot = events.onIdleSlot
    this.#onLost = events.onLost
    // pg has completed TLS and SCRAM; from here on we own its socket.
    this.#stream = connectionOf(client).stream
    this.#stream.removeAllListeners('data')
    const onFrame: OnFrame = (type, body, isOwn) => this.#onFrame(type, body, isOwn)
    const receive = (chunk: Buffer) => this.#frames.push(chunk, onFrame)
    if (reusing) reusing.receive(receive)
    else this.#stream.on('data', receive)
    this.#stream.on('close', () => this.#fail(null))
    client.on('error', (error) => this.#fail(error))
  }

  /** Opens and authenticates a connection. Throws the errors of `pg`. */
  static async open(
    options: ConnectionOptions,
    events: ConnectionEvents,
    patienceMs = 5000,
  ): Promise<PipelineConnection> {
    // TLS reads from the socket itself.
    const reusing = options.ssl ? null : makeReusingSocket()
    const stream = reusing ? { stream: () => reusing.socket } : {}
    const client = new Client({ ...options, ...stream, keepAlive: true, connectionTimeoutMillis: patienceMs })
    // A server that shuts down may send its goodbye in the same packet as "ready", before any other listener is attached.
    const early: Error[] = []
    client.on('error', (error) => early.push(error))
    await client.connect()
    if (early[0]) {
      client.end().catch(() => undefined) // already closed
      throw early[0]
    }
    return new PipelineConnection(client, options, reusing, events)
  }

  get inFlight(): number {
    return this.#batches.length
  }

  /** How long the oldest batch has been running, in milliseconds; 0 when idle. */
  headAge(now: number): number {
    const head = this.#batches[0]
    return head ? now - head.startedAt : 0
  }

  /** Runs the steps as one implicit transaction (or inside the explicit one that an earlier batch opened). */
  run(steps: readonly Step[], timing?: { tookMs: number }): Promise<StepResult[]> {
    return new Promise((resolve, reject) => {
      if (this.#lost) {
        reject(new PipelineError('connection_lost', 'The database connection is closed'))
        return
      }
      const messages: Buffer[] = []
      const parses: PreparedStatement[] = []
      for (const step of steps) this.#encode(step, messages, parses)
      for (const name of this.#statements.evict()) messages.push(serialize.close({ type: 'S', name }))
      messages.push(serialize.sync())
      const startedAt = performance.now()
      this.#batches.push({ results: [], parses, parsed: 0, error: null, startedAt, timing, resolve, reject })
      this.#send(messages)
    })
  }

  // Batches of one event loop turn share one write, even when the server is idle: system calls, and waking the server, are the largest
  // cost of a small request.
  #send(messages: Buffer[]): void {
    if (this.#unsent.length === 0) setImmediate(() => this.#flush())
    this.#unsent.push(...messages)
  }

  #flush(): void {
    const messages = this.#unsent
    this.#unsent = []
    if (!this.#lost && messages.length > 0) this.#stream.write(Buffer.concat(messages))
  }

  #encode(step: Step, messages: Buffer[], parses: PreparedStatement[]): void {
    const kept = this.#options.prepare !== false && step.text.length <= LONGEST_PREPARED
    let statement = kept ? this.#statements.take(step.scope, step.text) : NAMELESS
    if (statement.state === 'new') {
      statement.state = 'pending'
      messages.push(serialize.parse({ name: statement.name, text: step.text }))
      parses.push(statement)
    } else if (statement.state === 'pending') {
      // Its Parse was sent by another batch and may still fail; the unnamed statement depends on no other batch.
      statement = { ...NAMELESS }
      messages.push(serialize.parse({ text: step.text }))
      parses.push(statement)
    }
    messages.push(serialize.bind({ statement: statement.name, values: step.values as (string | Buffer | null)[] }))
    messages.push(serialize.execute())
  }

  #onFrame(type: number, body: Buffer, isOwn: boolean): void {
    const batch = this.#batches[0]
    if (!batch) return // a notice, a parameter change, or the goodbye of a server that shuts down
    switch (type) {
      case TYPE.dataRow:
        batch.results.at(-1)?.rows.push(readDataRow(isOwn ? body : Buffer.from(body)))
        return
      case TYPE.bindComplete:
        batch.results.push({ rows: [] })
        return
      case TYPE.parseComplete: {
        const statement = batch.parses[batch.parsed++]
        if (statement) statement.state = 'ready'
        return
      }
      case TYPE.error:
        batch.error ??= new StatementError(readErrorFields(body))
        return
      case TYPE.ready:
        this.#finish(batch)
    }
  }

  // The transaction ends only here: a deferred constraint can still fail at Sync, after the last row.
  #finish(batch: Batch): void {
    this.#batches.shift()
    const now = performance.now()
    if (batch.timing) batch.timing.tookMs = now - batch.startedAt
    const next = this.#batches[0]
    if (next) next.startedAt = now
    for (const statement of batch.parses) if (statement.state === 'pending') this.#statements.forget(statement)
    if (batch.error) batch.reject(batch.error)
    else batch.resolve(batch.results)
    this.#onIdleSlot(this)
  }

  #fail(cause: Error | null): void {
    if (this.#lost) return
    this.#lost = true
    this.#stream.destroy()
    for (const batch of this.#batches.splice(0)) {
      batch.reject(
        batch.error ?? new PipelineError('connection_lost', 'The database connection was lost', cause ? { cause } : {}),
      )
    }
    this.#onLost(this)
  }

  /** Sends Terminate and closes the socket; batches in flight are rejected. */
  close(): void {
    if (this.#lost) return
    this.#flush()
    this.#stream.write(serialize.end())
    this.#fail(null)
  }

  /** Cancels the running statement; resolves once the server, or the pooler, has passed on the signal. Never rejects. */
  cancel(): Promise<void> {
    const { processId, secret } = keyOf(this.#client)
    return new Promise((resolve) => {
      const socket = openSocket(this.#options).setTimeout(CANCEL_MS)
      socket.on('connect', () => socket.write(serialize.cancel(processId, secret)))
      // Without a signal, the statement runs to completion or to its role's timeout.
      socket.on('error', () => resolve())
      socket.on('timeout', () => socket.destroy())
      socket.on('close', () => resolve())
      socket.resume()
    })
  }

  /** The backend process ID, for tests that kill a connection. */
  get processId(): number {
    return keyOf(this.#client).processId
  }
}

export interface ConnectionEvents {
  onIdleSlot(connection: PipelineConnection): void
  onLost(connection: PipelineConnection): void
}
