import type { Logger } from 'pino'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import type { Step, StepResult } from '../../database/pipeline/connection.ts'
import { StatementError } from '../../database/pipeline/errors.ts'
import type { PipelinePool, RunHandle } from '../../database/pipeline/pool.ts'
import { parseSnapshot, type Snapshot } from '../../database/replication/snapshot.ts'
import type { HttpAnswer } from '../response/respond.ts'
import { CachedAnswer } from './cached-answer.ts'
import { ChangeStream } from './change-stream.ts'
import { DefinitionWatch } from './definition-watch.ts'
import type { Dependencies, DependencyFinder } from './dependencies.ts'
import { EntryStore } from './entry-store.ts'
import { SeenCommits } from './seen-commits.ts'

/** Maximum staleness: cached answers are served only while the change stream lags by less. */
const MAX_STALE_MS = 100
const KEEP_MS = { normal: 10_000, short: 1_000 } as const
/** How long a write waits for the change stream to catch up before the whole cache is dropped instead. */
const WRITER_WAITS_MS = 100

/** Runs batches of steps, each as one transaction. */
export type Reader = Pick<PipelinePool, 'run' | 'transaction'>

/** A read whose answer callers may share. */
export interface SharedRead {
  readonly key: string
  /** One object per request shape; its dependencies are found once. */
  readonly shape: object
  readonly statement: string
  /** The answer may change with time: a function or value may read the clock. */
  readonly passing: boolean
  readonly reader: Reader
  /** Queried first if set; `reader` is the fallback if it fails or lags. */
  readonly replica: Reader | null
  /** Runs the request. `mayKeep` is false if the response set its own headers or status. */
  run(reader: Reader): Promise<{ answer: HttpAnswer; mayKeep: boolean }>
}

interface Flight {
  readonly startedAt: number
  readonly outcome: Promise<HttpAnswer>
}

/** Callers that join a flight this late don't share its error but read for themselves. */
const JOINED_LATE_MS = 50

/**
 * Answers to anonymous reads, cached while the database's change stream proves them current. Without a fresh stream nothing is served from
 * here: every read goes to the database.
 */
export class AnswerCache {
  readonly #store: EntryStore<CachedAnswer>
  readonly #stream: ChangeStream
  readonly #definitions: DefinitionWatch
  readonly #flights = new Map<string, Flight>()
  readonly #found = new WeakMap<object, { finder: DependencyFinder; dependencies: Dependencies }>()
  #commits = new SeenCommits()
  /** Incremented by `forget`; answers read in an older generation aren't cached. */
  #generation = 0
  #flows = false

  constructor(parts: { admin: Sql; replication: ConnectionOptions; log: Logger; maxBytes: number }) {
    const { admin, replication, log, maxBytes } = parts
    this.#store = new EntryStore(maxBytes)
    this.#definitions = new DefinitionWatch({ admin, log, isCurrent: (seen) => this.#commits.definitionsSeenBy(seen) })
    this.#stream = new ChangeStream({
      admin,
      connection: replication,
      log,
      events: {
        onStart: () => this.#begin(true),
        onLost: () => this.#begin(false),
        onCommit: (transaction, tables) => this.#changed(transaction, tables),
        onDefinition: (transaction) => this.#redefined(transaction),
      },
    })
  }

  get size(): number {
    return this.#store.size
  }

  get bytes(): number {
    return this.#store.bytes
  }

  /** Whether cached answers may be served right now. */
  get isFresh(): boolean {
    return performance.now() - this.#stream.freshAsOf <= MAX_STALE_MS
  }

  start(): void {
    this.#stream.start()
  }

  async stop(): Promise<void> {
    this.#definitions.stop()
    await this.#stream.stop()
    this.#store.clear()
  }

  /** Returns the cached answer while it's known to be current. */
  lookUp(key: string): CachedAnswer | null {
    this.#stream.wanted()
    return this.isFresh ? this.#store.get(key) : null
  }

  /** Reads from the database, once for all concurrent requests with the same key, and caches the answer where that's safe. */
  async read(read: SharedRead): Promise<HttpAnswer> {
    const dependencies = this.#dependenciesOf(read)
    if (!this.#flows || !dependencies || dependencies.keeping === 'never') return this.#readAlone(read)
    const flight = this.#flights.get(read.key)
    if (flight) {
      const shared = await this.#join(flight, read.key)
      if (shared) return shared
      return this.#readAlone(read)
    }
    const outcome = this.#fly(read, dependencies)
    this.#flights.set(read.key, { startedAt: performance.now(), outcome })
    try {
      return await outcome
    } finally {
      if (this.#flights.get(read.key)?.outcome === outcome) this.#flights.delete(read.key)
    }
  }

  /** Await this between a write and its response, so that no later read here returns data from before the write. */
  async afterWrite(): Promise<void> {
    if (this.#store.size === 0 && this.#flights.size === 0) return
    if (!(await this.#stream.caughtUp(WRITER_WAITS_MS))) this.forget()
  }

  /** Drops every answer, including those still being read. */
  forget(): void {
    this.#generation += 1
    this.#store.clear()
  }

  /** The leader's answer is valid for a joiner only if it was cached: then nothing has changed since. */
  async #join(flight: Flight, key: string): Promise<HttpAnswer | null> {
    const joinedAt = performance.now()
    try {
      await flight.outcome
    } catch (error) {
      if (joinedAt - flight.startedAt < JOINED_LATE_MS) throw error
      return null
    }
    if (!this.isFresh) await this.#stream.caughtUp(MAX_STALE_MS)
    return this.lookUp(key)
  }

  async #fly(read: SharedRead, dependencies: Dependencies): Promise<HttpAnswer> {
    const generation = this.#generation
    const startedAt = performance.now()
    const { answer, isWhole } = await this.#witness(read, dependencies)
    if (!isWhole || answer.status !== 200 || generation !== this.#generation) return answer
    const value = new CachedAnswer(answer, read.key)
    const keeping = dependencies.keeping === 'normal' && !read.passing ? 'normal' : 'short'
    const expiresAt = startedAt + KEEP_MS[keeping]
    this.#store.put({ key: read.key, value, bytes: value.bytes, expiresAt, dependencies })
    return value
  }

  async #readAlone({ run, reader, replica }: SharedRead): Promise<HttpAnswer> {
    return (await (replica ? readElsewhere(run, replica, reader) : run(reader))).answer
  }

  /** Reads, and tells whether the answer saw every commit known by now; otherwise a replica's answer isn't used. */
  async #witness(read: SharedRead, dependencies: Dependencies): Promise<{ answer: HttpAnswer; isWhole: boolean }> {
    const ask = async (reader: Reader) => {
      const witness = new SnapshotReader(reader)
      const { answer, mayKeep } = await read.run(witness)
      const { snapshot } = witness
      return { answer, reader, isWhole: mayKeep && snapshot !== null && this.#commits.seenBy(snapshot, dependencies) }
    }
    if (!read.replica) return ask(read.reader)
    // A missing row may also mean replication lag, which only a fresh stream reveals.
    const first = await readElsewhere(ask, read.replica, read.reader)
    return first.reader === read.reader || (first.isWhole && this.isFresh) ? first : ask(read.reader)
  }

  #dependenciesOf({ shape, statement }: SharedRead): Dependencies | null {
    const { finder } = this.#definitions
    if (!finder) return null
    const known = this.#found.get(shape)
    if (known?.finder === finder) return known.dependencies
    const dependencies = finder.find(statement)
    this.#found.set(shape, { finder, dependencies })
    return dependencies
  }

  #begin(flows: boolean): void {
    this.forget()
    this.#flows = flows
    this.#commits = new SeenCommits()
    if (flows) this.#definitions.reload()
  }

  #changed(transaction: bigint, tables: ReadonlySet<string>): void {
    this.#commits.add(transaction, tables)
    this.#store.invalidate(tables)
    const { finder } = this.#definitions
    if (!finder) return
    for (const table of tables) {
      if (finder.knows(table)) continue
      // A new table, in a database whose definitions aren't watched.
      this.forget()
      this.#definitions.reload()
      return
    }
  }

  #redefined(transaction: bigint): void {
    this.#commits.addDefinition(transaction)
    this.forget()
    this.#definitions.reload()
  }
}

/** PostgreSQL's query_canceled: the statement timed out, and a second try would take as long. */
const TIMED_OUT = '57014'

/** Reads from a replica; any error but a timeout is retried on the primary, as the replica may just be behind. */
export function readElsewhere<T>(run: (reader: Reader) => Promise<T>, replica: Reader, primary: Reader): Promise<T> {
  return run(replica).catch((error: unknown) => {
    if (error instanceof StatementError && error.code === TIMED_OUT) throw error
    return run(primary)
  })
}

const SNAPSHOT: Step = { text: 'select pg_catalog.pg_current_snapshot()::text', values: [], scope: 'snapshot' }

/**
 * Takes a snapshot in the same transaction right before the statement, which then sees at least as much. The first step is the settings, so
 * the snapshot comes second.
 */
class SnapshotReader implements Reader {
  readonly #reader: Reader
  snapshot: Snapshot | null = null

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Not used for reads. Without a snapshot its answers aren't cached. */
  transaction: Reader['transaction'] = (work, handle) => this.#reader.transaction(work, handle)

  async run(steps: readonly Step[], handle?: RunHandle): Promise<StepResult[]> {
    const [settings, ...rest] = steps
    if (!settings) return []
    const results = await this.#reader.run([settings, SNAPSHOT, ...rest], handle)
    const [seen] = results.splice(1, 1)
    const text = seen?.rows[0]?.[0]?.toString('utf8')
    this.snapshot = text === undefined ? null : parseSnapshot(text)
    return results
  }
}
