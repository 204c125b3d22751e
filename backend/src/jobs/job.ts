import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import type { EmailContent } from '../mail/email-content.ts'

/** Dependencies of a job. */
export interface JobContext {
  /** Connected as the database owner, which bypasses all policies. */
  readonly sql: Sql
  /** Resolves once the mail server has accepted the email. @throws otherwise: the job is then retried */
  sendEmail(to: string, email: EmailContent): Promise<void>
  /** Public URL of the application, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  /** Aborted when the process shuts down. */
  readonly signal: AbortSignal
}

/** Background work. It may run twice (after a crash, or as a retry), so the database must show what is already done. */
export interface Job {
  /** Letters, digits and dashes; must never change. */
  readonly name: string
  /** Cron expression in UTC: minute, hour, day of month, month, day of week. */
  readonly schedule: string
  /** Also runs once at each server start, for work that depends on the configuration. */
  readonly atStart?: boolean
  run(context: JobContext): Promise<void>
}
