import type { Logger } from 'pino'
import type { Sql } from './database/database.ts'
import type { Functions } from './functions/function.ts'
import type { FunctionSource } from './functions/service.ts'
import type { WebApp } from './http/web-app.ts'
import type { Job } from './jobs/job.ts'
import type { ApplicationRights } from './jwt/token-rights.ts'
import type { LiveSettings } from './live-settings.ts'
import type { ExplainRefusal } from './rest/errors.ts'
import type { RpcHandlers } from './rest/rpc.ts'
import type { RenderSize } from './storage/images/listed-sizes.ts'

/** An application: its logic lives in its migrations; the backend is independent of it. */
export interface App {
  /** Folder of SQL files, run after the backend's own. */
  readonly migrations: string
  /** Cache folder, such as for a database made in advance; none by default. */
  readonly cacheDir?: string
  /** Runs after the migrations and before serving, in one process only. */
  readonly prepareDatabase?: (sql: Sql, log: Logger) => Promise<void>
  /** By name; `functionsIn(folder)` finds them. Each is loaded at its first call, in a separate process. */
  readonly functions: Functions
  /** Reports added and changed functions while the server runs, and stores deployed ones. */
  readonly followFunctions?: FunctionSource['followFunctions']
  readonly web: WebApp | null
  /** Settings that the operator can change at run time, on top of the configuration. */
  readonly settings?: LiveSettings
  /** Rights of third-party applications that users authorise; by default they learn the user's identity only. */
  readonly applications?: ApplicationRights
  /** Sizes of public images on its pages; visitors can render no others unless STORAGE_RENDER_SIZES is `any`. */
  readonly renderSizes?: readonly RenderSize[]
  /** Status and message of the application's SQLSTATEs; for others the data API uses PostgREST's table. */
  readonly explainRefusal?: ExplainRefusal
  /** Functions of the data API that the application answers in TypeScript; the migrations define them with their grants. */
  readonly rpc?: RpcHandlers
  /** Added to the answer of /readyz: systems that the application can do without, by name with their state. */
  readonly readiness?: () => Readonly<Record<string, string>>
  /** Starts background work in each process. @returns a function that stops it */
  readonly background?: (context: { sql: Sql; url: string; log: Logger }) => Promise<() => Promise<void>>
  /** Scheduled jobs, run by one process at a time. */
  readonly jobs?: readonly Job[]
  /** Fills a demo once the server listens, when DEMO is on. Must be idempotent. @returns lines for the start-up banner */
  seedDemo?(context: {
    sql: Sql
    url: string
    secretKey: string
    /** DEMO=large. */
    isLarge: boolean
    log: Logger
  }): Promise<readonly string[]>
}
