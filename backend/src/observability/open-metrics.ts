import cluster from 'node:cluster'
import type { Server } from 'node:http'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'
import type { Sql } from '../database/database.ts'
import type { Job } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import { addDatabaseFigures } from './database-figures.ts'
import { watchRequests } from './watch-requests.ts'

/** Metrics of one process in Prometheus' format. Nothing is counted unless METRICS_PORT is set. */
export interface Metrics {
  /** Starts counting a server's requests and open WebSockets. */
  watchServer(server: Server): void
  watchDatabase(sql: Sql): void
  measureJobs(jobs: readonly Job[]): readonly Job[]
  measureMailer(mailer: Mailer): Mailer
  countRecord(level: string): void
  text(): Promise<string>
  close(): void
}

/** In seconds. Up to minutes, for large imports and reports. */
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600]

/** The primary process collects the metrics of its workers; creating an aggregator in a worker subscribes it to the primary's requests. */
function answerPrimary(registry: Registry): AggregatorRegistry<PrometheusContentType> {
  AggregatorRegistry.setRegistries(registry)
  return new AggregatorRegistry()
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (cluster.isWorker) answerPrimary(registry)
  collectDefaultMetrics({ register: registry })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of scheduled jobs by name and outcome (done, failed).',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  })
  const emails = new Counter({
    name: 'emails_total',
    help: 'Emails by outcome: sent means that the mail server has accepted it.',
    labelNames: ['outcome'],
    registers,
  })
  const records = new Counter({ name: 'log_records_total', help: 'Log records.', labelNames: ['level'], registers })
  // Initialised with zero, so that the first record counts as an increase.
  for (const level of ['warn', 'error', 'fatal']) records.inc({ level }, 0)
  for (const outcome of ['sent', 'failed']) emails.inc({ outcome }, 0)
  const sockets = new Gauge({ name: 'websockets_open', help: 'Open WebSockets.', registers })
  const ends: (() => void)[] = []

  return {
    watchServer(server) {
      ends.push(watchRequests(server, registry))
      server.on('upgrade', (_request, socket) => {
        sockets.inc()
        socket.once('close', () => sockets.dec())
      })
    },
    watchDatabase: (sql) => addDatabaseFigures(sql, registry),
    measureJobs: (list) =>
      list.map((job) => ({
        ...job,
        async run(context) {
          const end = jobs.startTimer({ job: job.name })
          try {
            await job.run(context)
            end({ outcome: 'done' })
          } catch (error) {
            end({ outcome: 'failed' })
            throw error
          }
        },
      })),
    measureMailer: (mailer) => ({
      ...mailer,
      async send(mail) {
        try {
          await mailer.send(mail)
          emails.inc({ outcome: 'sent' })
        } catch (error) {
          emails.inc({ outcome: 'failed' })
          throw error
        }
      },
    }),
    countRecord: (level) => records.inc({ level }),
    text: () => registry.metrics(),
    close() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}
