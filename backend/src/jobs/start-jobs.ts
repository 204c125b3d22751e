import { setTimeout as wait } from 'node:timers/promises'
import type { Runner, RunnerOptions } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionOptions } from '../database/connection-options.ts'
import type { Job, JobContext } from './job.ts'

/** Concurrent jobs in one process, so that a job waiting for other servers does not hold up emails. */
const AT_ONCE = 2
/** One per job, one to listen, one to poll. */
const CONNECTIONS = AT_ONCE + 2
const POLL_MS = 5000
const RESTART_MS = 10_000

export interface JobsOptions {
  readonly connection: ConnectionOptions
  readonly context: Omit<JobContext, 'signal'>
  readonly log: Logger
}

/**
 * Runs scheduled jobs through a queue in the database (graphile-worker): each run is executed by only one of the processes; a failed job is
 * retried with exponential backoff. Reconnects to a lost database.
 * @returns a function that stops: no new job begins, and the running one is signalled and awaited
 */
export function startJobs(jobs: readonly Job[], options: JobsOptions): () => Promise<void> {
  if (jobs.length === 0) return async () => undefined
  const stopping = new AbortController()
  const done = keepRunning(jobs, options, stopping.signal)
  return async () => {
    stopping.abort()
    await done
  }
}

async function keepRunning(jobs: readonly Job[], options: JobsOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOnce(jobs, options, signal)
    } catch (error) {
      if (signal.aborted) return
      options.log.warn({ err: error }, 'jobs stopped; restarting in ten seconds')
      await wait(RESTART_MS, undefined, { signal }).catch(() => undefined) // only interrupted by stopping
    }
  }
}

async function runOnce(
  jobs: readonly Job[],
  { connection, context, log }: JobsOptions,
  signal: AbortSignal,
): Promise<void> {
  // Loaded here, so that it does not delay the server's start.
  const { Logger: JobLogger, parseCronItems, run } = await import('graphile-worker')
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS })
  const onLoss = (error: Error) => log.debug({ err: error }, 'a job connection was lost')
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', onLoss))
  try {
    const runner = await run({
      pgPool: pool,
      schema: 'jobs',
      concurrency: AT_ONCE,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // A job that cannot be reported as done or failed ends the runner, which is started again; without batches, it ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new JobLogger(() => (level, message) => log[levelOf(level)]({ from: 'jobs' }, message)),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, () => runJob(job, { ...context, signal })])),
      parsedCronItems: parseCronItems(
        jobs.map(({ name, schedule }) => ({
          task: name,
          match: schedule,
          identifier: name,
          options: { maxAttempts: 5 },
        })),
      ),
    } satisfies RunnerOptions)
    for (const { name } of jobs.filter(({ atStart }) => atStart)) {
      await runner.addJob(name, {}, { jobKey: `${name}:start`, maxAttempts: 5 })
    }
    await untilStopped(runner, signal)
  } finally {
    await pool.end()
  }
}

async function untilStopped(runner: Runner, signal: AbortSignal): Promise<void> {
  const stop = () => void runner.stop().catch(() => undefined) // a failed runner has already stopped
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  await runner.promise
}

async function runJob(job: Job, context: JobContext): Promise<void> {
  const startedAt = performance.now()
  await job.run(context)
  context.log.debug({ job: job.name, milliseconds: Math.round(performance.now() - startedAt) }, 'job done')
}

/** The queue logs every step; only problems matter. */
function levelOf(level: string): 'error' | 'warn' | 'debug' {
  if (level === 'error') return 'error'
  return level === 'warning' ? 'warn' : 'debug'
}
