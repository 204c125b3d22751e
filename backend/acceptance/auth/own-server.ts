import { join } from 'node:path'
import { type Config, loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import type { Functions } from '../../src/functions/function.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'

type AuthSettings = Config['auth']

/** A server for one test file, whose auth settings the tests may change at run time. */
export interface OwnServer {
  readonly backend: Backend
  readonly url: string
  readonly config: Config
  readonly auth: { -readonly [K in keyof AuthSettings]: AuthSettings[K] }
  /** Restores the settings. */
  reset(): void
  close(): Promise<void>
}

/** Starts a server without limits per address, on the given port or a free one. */
export async function startOwnServer(
  environment: Readonly<Record<string, string>>,
  { port, settings, functions = {} }: { port?: number; settings?: Partial<AuthSettings>; functions?: Functions } = {},
): Promise<OwnServer> {
  const { dataDir, remove } = await migratedFolder('auth')
  const at = String(port ?? (await freePort()))
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: at,
    PUBLIC_URL: `http://127.0.0.1:${at}`,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    AUTH_RATE_LIMITS: '0',
    ...environment,
  })
  const asBooted = { ...config.auth, ...settings }
  const auth = { ...asBooted }
  const migrations = join(import.meta.dirname, '../migrations')
  const backend = await createBackend({ ...config, auth }, { migrations, functions, web: null })
  return {
    backend,
    config,
    url: await backend.listen(),
    auth,
    reset: () => void Object.assign(auth, asBooted),
    async close() {
      await backend.close()
      await remove()
    },
  }
}
