import type { Logger } from 'pino'
import type { Sql } from './database/database.ts'
import type { Functions } from './functions/function.ts'
import type { WebApp } from './http/web-app.ts'
import type { Job } from './jobs/job.ts'
import type { ApplicationRights } from './jwt/token-rights.ts'
import type { LiveSettings } from './live-settings.ts'
import type { ExplainRefusal } from './rest/errors.ts'
import type { RenderSize } from './storage/images/listed-sizes.ts'

/** An application: its meaning lives in its migrations; the backend knows nothing of it. */
export interface App {
  /** Folder of SQL files, run after the backend's own. */
  readonly migrations: string
  /** By name; `functionsIn(folder)` finds them. Each is loaded at its first call, in a process of its own. */
  readonly functions: Functions
  readonly web: WebApp | null
  /** What its operator changes while it runs, over the configuration. */
  readonly settings?: LiveSettings
  /** What other applications may do for people who let them in; by default they learn who somebody is and no more. */
  readonly applications?: ApplicationRights
  /** In which sizes its pages show public pictures; visitors get no others rendered unless STORAGE_RENDER_SIZES is `any`. */
  readonly renderSizes?: readonly RenderSize[]
  /** The status and the sentence of each SQLSTATE of its own; the data API answers others by PostgREST's table. */
  readonly explainRefusal?: ExplainRefusal
  /** What is done by the clock, by one process at a time. */
  readonly jobs?: readonly Job[]
  /** Fills a demo once the server listens, when DEMO is on. Must be idempotent. @returns lines for the start-up banner */
  seedDemo?(context: { sql: Sql; url: string; secretKey: string; log: Logger }): Promise<readonly string[]>
}
