import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import type { EmailContent } from '../mail/email-content.ts'

/** What a job may use. */
export interface JobContext {
  /** The owner of the database, past all policies. */
  readonly sql: Sql
  /** Resolves once the mail is handed over. @throws when it could not be: the job is then tried again */
  sendEmail(to: string, letter: EmailContent): Promise<void>
  /** Where people reach the application, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  /** Aborted when the process drains. */
  readonly signal: AbortSignal
}

/**
 * Work that nobody waits for. It may run twice (a process was killed in the middle, or it failed and is tried again), so what it
 * did must be told from what it did not by what is in the database.
 */
export interface Job {
  /** Letters, digits and dashes; stays the same for ever. */
  readonly name: string
  /** When, as cron says it, in UTC: minute, hour, day of month, month, day of week. */
  readonly schedule: string
  /** Also once whenever a server starts: what depends on its configuration. */
  readonly atStart?: boolean
  run(context: JobContext): Promise<void>
}
