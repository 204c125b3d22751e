import type { RestConfig } from '../config/rest.ts'
import type { PipelinePool } from '../database/pipeline/pool.ts'
import { Compiler } from './compile.ts'
import { ContextSteps } from './context-steps.ts'
import { ApiDescription } from './openapi/api-description.ts'
import { KnownReads } from './request/known-reads.ts'
import type { SchemaCache } from './schema-cache/types.ts'

/** One state of the schema cache and configuration, with all that is derived from it; replaced as a whole by the next reload. */
export class Generation {
  readonly cache: SchemaCache
  readonly rest: RestConfig
  readonly compiler: Compiler
  readonly contexts: ContextSteps
  readonly knownReads = new KnownReads()
  readonly description: ApiDescription

  /** @param url  public URL of the API */
  constructor(cache: SchemaCache, rest: RestConfig, pool: PipelinePool, url: URL) {
    this.cache = cache
    this.rest = rest
    this.compiler = new Compiler(rest)
    this.contexts = new ContextSteps(rest)
    this.description = new ApiDescription(pool, this.contexts, rest, url)
  }
}
