import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../../database/database.ts'

/** Hourly is enough: partitions are created three days ahead. */
const INTERVAL_MS = 60 * 60 * 1000

/** Creates and drops the daily partitions of realtime.messages, now and every hour. @returns a function that stops it */
export async function keepPartitions(admin: Sql, log: FastifyBaseLogger): Promise<() => void> {
  const maintain = async () => {
    await admin`select realtime.maintain_partitions()`
  }
  await maintain()
  const timer = setInterval(() => {
    // Retried in an hour; broadcasts would be lost only after three days of failures.
    maintain().catch((error: unknown) => log.error({ err: error }, 'realtime: partitions could not be maintained'))
  }, INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
