import cluster, { type Worker } from 'node:cluster'
import type { App } from '../app.ts'
import { announceMails, announceReady } from '../banner.ts'
import type { Config } from '../config/config.ts'
import type { MetricsConfig } from '../config/server.ts'
import { migrationsOf } from '../create-backend.ts'
import { startDatabase } from '../database/start-database.ts'
import { openKeyring } from '../jwt/installation.ts'
import { createLogger } from '../log/logger.ts'
import { StartupError } from '../startup-error.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { WorkerGroup } from './worker-group.ts'

/**
 * Runs `config.workers` processes on one port. This process owns what exists only once: the embedded database, the migrations, the demo. It
 * sends workers the connection options and restarts workers that die.
 * @throws {StartupError} with one sentence for the operator
 */
export async function runPrimary(config: Config, app: App, explain: (error: unknown) => void): Promise<void> {
  const startedAt = performance.now()
  const log = createLogger(config.logLevel)
  const running = await startDatabase(config, log, migrationsOf(app), app)
  const { database } = running
  const group = new WorkerGroup({
    count: config.workers,
    fork: (): Worker => cluster.fork(),
    owner: database.replication,
    log,
  })
  let stopMetrics = async () => {}
  const stop = async () => {
    await Promise.all([group.stop(), stopMetrics()])
    await running.stop()
  }
  stopOnSignals(stop, explain)
  try {
    const url = await group.start()
    if (config.metrics) stopMetrics = await serveMetricsOfWorkers(config.metrics)
    announceReady(config, url, startedAt)
    if (config.demo && app.seedDemo) {
      const { secretKey } = (await openKeyring(config)).apiKeys
      const context = { sql: database.session, url, secretKey, isLarge: config.demoIsLarge, log }
      for (const line of await app.seedDemo(context)) console.log(line)
    }
    announceMails(config)
  } catch (error) {
    await stop()
    throw error instanceof StartupError ? error : new Error('The workers could not start', { cause: error })
  }
}

/** Aggregates the workers' counts. */
async function serveMetricsOfWorkers(at: MetricsConfig): Promise<() => Promise<void>> {
  const [{ AggregatorRegistry }, { serveMetrics }] = await Promise.all([
    import('prom-client'),
    import('../observability/serve-metrics.ts'),
  ])
  const registry = new AggregatorRegistry()
  return serveMetrics(at, () => registry.clusterMetrics())
}
