import { tracingChannel } from 'node:diagnostics_channel'

/** What a piece of work in the database is called by whoever follows it. */
export interface DatabaseWork {
  readonly name: string
  /** With placeholders in place of values. */
  readonly statement?: string | undefined
}

/** Work in the database, for traces (`observability/`). */
export const databaseChannel = tracingChannel<unknown, DatabaseWork>('souk-backend:database')

/** Runs `work`, and tells who listens of its beginning and end; costs nothing while nobody does. */
export function traced<T>(name: string, work: () => Promise<T>, statement?: string): Promise<T> {
  if (!databaseChannel.hasSubscribers) return work()
  return databaseChannel.tracePromise(work, { name, statement })
}
