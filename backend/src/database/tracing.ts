import { tracingChannel } from 'node:diagnostics_channel'

/** Span name and statement of a database operation. */
export interface DatabaseWork {
  readonly name: string
  /** With placeholders in place of values. */
  readonly statement?: string | undefined
}

/** Publishes database operations for tracing (`observability/`). */
export const databaseChannel = tracingChannel<unknown, DatabaseWork>('souk-backend:database')

/** Runs `work` and publishes its start and end; free without subscribers. */
export function traced<T>(name: string, work: () => Promise<T>, statement?: string): Promise<T> {
  if (!databaseChannel.hasSubscribers) return work()
  return databaseChannel.tracePromise(work, { name, statement })
}
