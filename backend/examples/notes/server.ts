import { join } from 'node:path'
import { runFromCommandLine } from '../../src/command-line.ts'
import type { App } from '../../src/index.ts'

/** A second, tiny application: one migration and one page. It knows nothing of the marketplace. */
await runFromCommandLine(
  (config, keyring): App => ({
    migrations: join(import.meta.dirname, 'migrations'),
    functions: {},
    web: {
      dist: join(import.meta.dirname, 'web'),
      isKnownPath: (path) => path === '/',
      clientConfig: { url: config.publicUrl, publishableKey: keyring.apiKeys.publishableKey },
    },
  }),
)
