import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Sql } from './database/database.ts'

/** What an application lets its operator change while the server runs. */
export interface LiveSettings {
  /** Where the database says that something has changed (NOTIFY). */
  readonly channel: string
  /** Tells the database what the configuration says, before it is read for the first time. */
  begin?(sql: Sql): Promise<void>
  read(sql: Sql): Promise<LiveValues>
}

export interface LiveValues {
  /** The name that mails carry; null leaves the configured one. */
  readonly brandName: string | null
  /** What the page knows, over what the application configured for it. */
  readonly page: Readonly<Record<string, unknown>>
}

/** The values as they are now, kept true by the database. */
export interface FollowedSettings {
  readonly current: LiveValues
  onChange(listener: () => Promise<void>): void
  close(): Promise<void>
}

const NOTHING: LiveValues = { brandName: null, page: {} }

/** Reads the settings and follows them. A reading that fails reaches the log and leaves what was known. */
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
  // Asked again whenever the connection is there anew: what was said meanwhile was said to nobody.
  const following = settings ? await sql.listen(settings.channel, refresh, refresh) : null
  return {
    get current() {
      return current
    },
    onChange: (listener) => void listeners.push(listener),
    close: async () => following?.unlisten(),
  }
}

/** The configuration, whose brand name is asked anew each time it is said. */
export function withLiveBrand(config: Config, settings: FollowedSettings): Config {
  return Object.freeze({
    ...config,
    get brandName() {
      return settings.current.brandName ?? config.brandName
    },
  })
}
