import './compile-cache.js'

/** The entry point. Imports after the cache is enabled. */
const { runFromCommandLine } = await import('souk-backend')
const { MARKET_CONFIG } = await import('./config/config.ts')
await runFromCommandLine({
  ...MARKET_CONFIG,
  // Loaded only by a start: checking the configuration and reading the keys do not need it.
  app: async (config, keyring) => (await import('./souk.ts')).souk(config, keyring),
})
