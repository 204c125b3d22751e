import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** The entry point. Most of the startup time is compilation; Node caches compiled code for the next start, if the folder is writable. */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { runFromCommandLine } = await import('souk-backend')
const { MARKET_CONFIG } = await import('./config/config.ts')
await runFromCommandLine({
  ...MARKET_CONFIG,
  // Loaded only by a start: checking the configuration and reading the keys do not need it.
  app: async (config, keyring) => (await import('./souk.ts')).souk(config, keyring),
})
