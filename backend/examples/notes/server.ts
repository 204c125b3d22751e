import { join } from 'node:path'
import { runFromCommandLine } from '../../src/command-line.ts'

/** A second, tiny application: one migration and one page. It knows nothing of the marketplace. */
await runFromCommandLine({
  name: 'Notes',
  app: (config, keyring) => ({
    migrations: join(import.meta.dirname, 'migrations'),
    functions: {},
    web: {
      dist: join(import.meta.dirname, 'web'),
      isKnownPath: (path) => path === '/',
      clientConfig: { url: config.publicUrl, publishableKey: keyring.apiKeys.publishableKey },
    },
  }),
})
