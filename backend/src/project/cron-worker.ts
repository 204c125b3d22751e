import { setTimeout as wait } from 'node:timers/promises'
import { parseCronItem } from 'graphile-worker'
import type { BackgroundContext } from './net-worker.ts'

interface Job {
  readonly jobid: string
  readonly schedule: string
  readonly command: string
  readonly username: string
  readonly database: string
}

/** Whether a job is due in the second that starts at the given time. */
type IsDue = (at: Date) => boolean

/**
 * Runs the jobs of `cron.job` on schedule (UTC), each as the role that created it, once across all processes.
 * @returns a function that stops it after the running commands
 */
export async function runCronJobs({ sql, log }: BackgroundContext): Promise<() => Promise<void>> {
  let jobs: readonly { readonly job: Job; readonly isDue: IsDue }[] = []
  let timer: NodeJS.Timeout | undefined
  const running = new Set<Promise<void>>()
  const read = async () => {
    try {
      const [there] = await sql<{ yes: boolean }[]>`select to_regclass('cron.job') is not null as yes`
      const rows = there?.yes
        ? await sql<Job[]>`select jobid, schedule, command, username, database from cron.job where active`
        : []
      jobs = rows.flatMap((job) => {
        try {
          return [{ job, isDue: readSchedule(job.schedule) }]
        } catch (error) {
          log.warn({ err: error, schedule: job.schedule }, 'a job of pg_cron has no schedule that can be read')
          return []
        }
      })
    } catch (error) {
      log.error({ err: error }, 'the jobs of pg_cron could not be read')
    }
    clearTimeout(timer)
    if (jobs.length > 0) tick()
  }
  const tick = () => {
    const next = Math.ceil((Date.now() + 1) / 1000) * 1000
    timer = setTimeout(() => {
      const at = new Date(next)
      for (const { job, isDue } of jobs) if (isDue(at)) start(job, at)
      tick()
    }, next - Date.now())
  }
  const start = (job: Job, at: Date) => {
    const run = runOnce(job, at)
      .catch((error: unknown) => log.error({ err: error, job: job.jobid }, 'a job of pg_cron could not be run'))
      .finally(() => running.delete(run))
    running.add(run)
  }
  const runOnce = async (job: Job, at: Date) => {
    const [turn] = await sql`
      insert into cron.turns (jobid, last) values (${job.jobid}, ${at}) on conflict (jobid) do update set last = excluded.last
      where turns.last < excluded.last returning jobid`
    if (!turn) return
    const [details] = await sql<{ runid: string }[]>`
      insert into cron.job_run_details (jobid, database, username, command, status, start_time)
      values (${job.jobid}, ${job.database}, ${job.username}, ${job.command}, 'running', now()) returning runid`
    const session = await sql.reserve()
    let [status, message] = ['succeeded', '']
    try {
      await session`select set_config('role', ${job.username}, false)`
      const result = await session.unsafe(job.command)
      message = `${result.command ?? ''} ${result.count ?? ''}`.trim()
    } catch (error) {
      status = 'failed'
      message = error instanceof Error ? `ERROR: ${error.message}` : String(error)
    } finally {
      await session.unsafe('rollback; reset role; reset all').catch(() => undefined) // a lost connection has no settings left
      session.release()
    }
    await sql`
      update cron.job_run_details set status = ${status}, return_message = ${message}, end_time = now()
      where runid = ${details?.runid ?? null}`
  }
  const listening = await sql.listen('pg_cron', read, read)
  return async () => {
    clearTimeout(timer)
    await listening.unlisten()
    await Promise.race([Promise.all(running), wait(5000, undefined, { ref: false })])
  }
}

const NAMED: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads `30 seconds`, `@daily` or five fields, of which the third may be `$` for the last day of the month. */
export function readSchedule(schedule: string): IsDue {
  const text = schedule.trim().toLowerCase()
  const seconds = Number(/^(\d+) seconds?$/.exec(text)?.[1])
  if (seconds > 0) return (at) => Math.floor(at.getTime() / 1000) % seconds === 0
  const [minute = '', hour = '', date = '', month = '', day = ''] = (NAMED[text] ?? text).split(/\s+/)
  const isLast = date === '$'
  const match = [
    minute,
    hour,
    isLast ? '*' : date,
    month.replace(/[a-z]{3}/g, (name) => String(MONTHS.indexOf(name))),
    day.replace(/[a-z]{3}/g, (name) => String(DAYS.indexOf(name))),
  ].join(' ')
  const item = parseCronItem({ task: 'cron', match })
  return (at) => {
    if (at.getUTCSeconds() !== 0) return false
    if (isLast && new Date(at.getTime() + 86_400_000).getUTCDate() !== 1) return false
    return item.match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
  }
}
