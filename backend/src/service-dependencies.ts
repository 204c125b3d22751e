import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Keyring } from './jwt/keyring.ts'
import type { ApplicationRights } from './jwt/token-rights.ts'
import type { Mailer } from './mail/mailer.ts'
import type { RateLimitStore } from './rate-limits/store.ts'

/** Dependencies of every service; services get nothing else. */
export interface ServiceDependencies {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly mailer: Mailer
  readonly log: Logger
  readonly applications: ApplicationRights
}

/** For services with rate limits across processes. */
export interface RateLimited {
  readonly rateLimits: RateLimitStore
}
