import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Sql } from './database/database.ts'

/** Settings that the operator can change while the server runs. */
export interface LiveSettings {
  /** Channel on which the database announces changes (NOTIFY). */
  readonly channel: string
  /** Stores the configured values in the database before the first read. */
  begin?(sql: Sql): Promise<void>
  read(sql: Sql): Promise<LiveValues>
}

export interface LiveValues {
  /** Brand name in emails; null keeps the configured one. */
  readonly brandName: string | null
  /** Values passed to the page, on top of the application's configuration. */
  readonly page: Readonly<Record<string, unknown>>
}

/** The current values, kept up to date by the database. */
export interface FollowedSettings {
  readonly current: LiveValues
  onChange(listener: () => Promise<void>): void
  close(): Promise<void>
}

const NOTHING: LiveValues = { brandName: null, page: {} }

/** Reads the settings and follows changes. A failed read is logged and keeps the previous values. */
export async function followSettings(
  sql: Sql,
  settings: LiveSettings | undefined,
  log: Logger,
): Promise<FollowedSettings> {
  let current = NOTHING
  const listeners: (() => Promise<void>)[] = []
  const refresh = async () => {
    try {
      if (settings) current = await settings.read(sql)
      for (const listener of listeners) await listener()
    } catch (error) {
      log.error({ err: error }, 'The settings that can be changed while running could not be read')
    }
  }
  await settings?.begin?.(sql)
  await refresh()
  // Read again after every reconnect: notifications in between were lost.
  const following = settings ? await sql.listen(settings.channel, refresh, refresh) : null
  return {
    get current() {
      return current
    },
    onChange: (listener) => void listeners.push(listener),
    close: async () => following?.unlisten(),
  }
}

/** Wraps the configuration so that its brand name is always current. */
export function withLiveBrand(config: Config, settings: FollowedSettings): Config {
  return Object.freeze({
    ...config,
    get brandName() {
      return settings.current.brandName ?? config.brandName
    },
  })
}
