import type { IncomingHttpHeaders } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { type Database, parseDatabaseUrl } from '../../database/database.ts'
import { PipelineError } from '../../database/pipeline/errors.ts'
import { PipelinePool } from '../../database/pipeline/pool.ts'
import { Replica } from '../../database/replica/replica.ts'
import type { Caller } from '../../http/caller.ts'
import type { Compiled } from '../compile.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { HttpAnswer } from '../response/respond.ts'
import type { SchemaCache } from '../schema-cache/types.ts'
import { AnswerCache, type Reader, readElsewhere } from './answer-cache.ts'
import { cacheKey, isAnonymous, isSafe } from './cache-key.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { isShareable, readsTheClock } from './shareable.ts'

/** What of a request decides where its answer may come from. */
export interface Asked {
  readonly isAnonymous: boolean
  readonly isSafe: boolean
  /** Null: not for the cache. */
  readonly key: string | null
}

/** Runs a request on one of the pools. `mayKeep` is false when the answer came with settings of its own. */
export type Run = (reader: Reader) => Promise<{ answer: HttpAnswer; mayKeep: boolean }>

/** Where answers come from: the cache, a replica, or the primary. All but anonymous reads go to the primary. */
export class Reads {
  readonly pool: PipelinePool
  readonly #answers: AnswerCache | null
  readonly #replica: Replica | null
  readonly #anonKey: string

  constructor(config: Config, database: Database, anonKey: string, log: Logger) {
    // Connections on the hot path: one for each core, over all processes together.
    const size = Math.ceil(availableParallelism() / config.workers)
    const { admin, replication, authenticator } = database
    const { cacheBytes } = config.rest
    this.#anonKey = anonKey
    this.pool = new PipelinePool({ connection: authenticator, size })
    this.#answers = cacheBytes > 0 ? new AnswerCache({ admin, replication, log, maxBytes: cacheBytes }) : null
    const address = config.databaseReplicaUrl
    this.#replica = address
      ? new Replica({ connection: replicaOf(address, database), primary: admin, log, size })
      : null
  }

  start(): void {
    this.#answers?.start()
    this.#replica?.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.pool.close(), this.#answers?.stop(), this.#replica?.stop()])
  }

  ask(http: { method: string; url: string; headers: IncomingHttpHeaders }, caller: Caller, version: number): Asked {
    const anonymous = isAnonymous(caller, this.#anonKey)
    const safe = isSafe(http.method)
    const key = this.#answers && anonymous && safe ? cacheKey(http, caller, version) : null
    return { isAnonymous: anonymous, isSafe: safe, key }
  }

  kept({ key }: Asked): CachedAnswer | null {
    return key === null || !this.#answers ? null : this.#answers.lookUp(key)
  }

  async answer(
    asked: Asked,
    { request, compiled, cache }: { request: ApiRequest; compiled: Compiled; cache: SchemaCache },
    run: Run,
  ): Promise<HttpAnswer> {
    const replica = asked.isAnonymous && asked.isSafe ? this.#usableReplica() : null
    if (this.#answers && asked.key !== null && isShareable(request, compiled, cache)) {
      const subject = { key: asked.key, shape: compiled, statement: compiled.main.text }
      return this.#answers.read({ ...subject, passing: readsTheClock(request), reader: this.pool, replica, run })
    }
    const { answer } = replica ? await readElsewhere(run, replica, this.pool) : await run(this.pool)
    if (!compiled.readOnly) {
      if (asked.isAnonymous) this.#replica?.wrote()
      await this.#answers?.afterWrite()
    }
    return answer
  }

  #usableReplica(): Reader | null {
    const replica = this.#replica
    if (!replica?.isUsable) return null
    const doubt = (error: unknown): never => {
      if (error instanceof PipelineError) replica.doubt()
      throw error
    }
    return {
      run: (steps) => replica.pool.run(steps).catch(doubt),
      transaction: (work) => replica.pool.transaction(work).catch(doubt),
    }
  }
}

/** The address says where; who and the password are those of the primary, from which the replica has its roles. */
function replicaOf(address: string, { authenticator }: Database) {
  const { user, password } = authenticator
  return { ...parseDatabaseUrl(address), user, password }
}
