import { join } from 'node:path'
import { runFromCommandLine } from '../../src/command-line.ts'

/** A backend with only the tests' tables in a separate process, for tests that kill it. */
await runFromCommandLine({
  app: () => ({ migrations: join(import.meta.dirname, '../migrations'), functions: {}, web: null }),
})
