import { pino } from 'pino'
import type { JobContext } from 'souk-backend/jobs'
import type postgres from 'souk-backend/postgres'
import { forgetJobs } from '../../jobs/forget.ts'
import type { Market } from './database.ts'

/** The context of a scheduled job, but inside the test's transaction. */
export function jobContext(
  { owner }: Market,
  sendEmail: JobContext['sendEmail'] = async () => {
    throw new Error('this job sends no email')
  },
): JobContext {
  const statements: postgres.ISql = owner
  return {
    sql: statements as JobContext['sql'], // jobs only use what a transaction has as well
    sendEmail,
    publicUrl: 'https://souk.test',
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
}

/** Runs the nightly job that deletes this, with the standard days. */
export async function runForget(market: Market, what: string): Promise<void> {
  const job = forgetJobs({ notifications: 90, findings: 90, views: 180 }).find(({ name }) => name === `forget-${what}`)
  if (!job) throw new Error(`There is no job that deletes ${what}`)
  await job.run(jobContext(market))
}
