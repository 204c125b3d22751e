import { pino } from 'pino'
import type { JobContext } from 'souk-backend/jobs'
import type { Market } from './database.ts'

/** The context of a scheduled job, but inside the test's transaction. */
export function jobContext(
  { owner }: Market,
  sendEmail: JobContext['sendEmail'] = async () => {
    throw new Error('this job sends no email')
  },
): JobContext {
  return {
    sql: owner as unknown as JobContext['sql'], // a transaction has the same interface
    sendEmail,
    publicUrl: 'https://souk.test',
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
}
