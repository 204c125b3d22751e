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

/** An answer is never older than this after a commit: what was known later is not served. */
const MAX_STALE_MS = 100
const KEEP_MS = { normal: 10_000, short: 1_000 } as const
/** How long a writer waits for readers of this process to know what it wrote; then all is forgotten instead. */
const WRITER_WAITS_MS = 100

/** Runs batches of steps, each as one transaction. */
export type Reader = Pick<PipelinePool, 'run' | 'transaction'>

/** A read that may be shared. */
export interface SharedRead {
  readonly key: string
  /** The same object for every request of one shape: what it depends on is found once. */
  readonly shape: object
  readonly statement: string
  /** A function may look at the clock unseen. */
  readonly passing: boolean
  readonly reader: Reader
  /** Asked first where there is one; what it lacks is read again from `reader`. */
  readonly replica: Reader | null
  /** Runs the request. `mayKeep` is false when the answer came with settings of its own. */
  run(reader: Reader): Promise<{ answer: HttpAnswer; mayKeep: boolean }>
}

interface Flight {
  readonly startedAt: number
  readonly outcome: Promise<HttpAnswer>
}

/** What a flight that failed tells those who joined it late: ask yourself. */
const JOINED_LATE_MS = 50

/**
 * Answers to anonymous reads, kept while the database's own change stream proves that they still hold. Without a stream
 * that is fresh nothing is served from here: every read goes to the database.
 */
export class AnswerCache {
  readonly #store: EntryStore<CachedAnswer>
  readonly #stream: ChangeStream
  readonly #definitions: DefinitionWatch
  readonly #flights = new Map<string, Flight>()
  readonly #found = new WeakMap<object, { finder: DependencyFinder; dependencies: Dependencies }>()
  #commits = new SeenCommits()
  /** Answers that were asked for in an older one are not kept. */
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

  /** Whether answers are served right now. */
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

  /** The kept answer, while it is known to hold. */
  lookUp(key: string): CachedAnswer | null {
    this.#stream.wanted()
    return this.isFresh ? this.#store.get(key) : null
  }

  /** Reads from the database, once for all who ask for the same meanwhile, and keeps the answer where that is sound. */
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

  /** To be awaited after a write and before its answer: afterwards no read here gives what was before the write. */
  async afterWrite(): Promise<void> {
    if (this.#store.size === 0 && this.#flights.size === 0) return
    if (!(await this.#stream.caughtUp(WRITER_WAITS_MS))) this.forget()
  }

  /** Forgets every answer, also those that are being read now. */
  forget(): void {
    this.#generation += 1
    this.#store.clear()
  }

  /** What the leader read counts for a joiner only if it was kept: then nothing has changed since. */
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

  /** Reads, and says whether the answer saw every commit that is known by now; a replica's answer counts only then. */
  async #witness(read: SharedRead, dependencies: Dependencies): Promise<{ answer: HttpAnswer; isWhole: boolean }> {
    const ask = async (reader: Reader) => {
      const witness = new SnapshotReader(reader)
      const { answer, mayKeep } = await read.run(witness)
      const { snapshot } = witness
      return { answer, reader, isWhole: mayKeep && snapshot !== null && this.#commits.seenBy(snapshot, dependencies) }
    }
    if (!read.replica) return ask(read.reader)
    // Also "there is no such row" may only mean "not here yet". What it lacks is told only by a stream that is fresh.
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
      // A table that nobody told us of, where definitions are not watched.
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

/** PostgreSQL's query_canceled: the statement's time is over, and a second try would take as long. */
const TIMED_OUT = '57014'

/** Reads from a replica, and from the primary whatever fails there: it may only be behind. */
export function readElsewhere<T>(run: (reader: Reader) => Promise<T>, replica: Reader, primary: Reader): Promise<T> {
  return run(replica).catch((error: unknown) => {
    if (error instanceof StatementError && error.code === TIMED_OUT) throw error
    return run(primary)
  })
}

const SNAPSHOT: Step = { text: 'select pg_catalog.pg_current_snapshot()::text', values: [], scope: 'snapshot' }

/**
 * Takes a snapshot right before the statement, in the same transaction: the statement sees at least as much. The first
 * step is the settings, so the snapshot comes second.
 */
class SnapshotReader implements Reader {
  readonly #reader: Reader
  snapshot: Snapshot | null = null

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Not for reads. What it answers is not kept, for want of a snapshot. */
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
