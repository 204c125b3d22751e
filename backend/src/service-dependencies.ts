import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Keyring } from './jwt/keyring.ts'
import type { Mailer } from './mail/mailer.ts'

/** What every service is given; nothing else reaches it. */
export interface ServiceDependencies {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly mailer: Mailer
  readonly log: Logger
}
