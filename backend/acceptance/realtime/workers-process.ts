import { join } from 'node:path'
import { runFromCommandLine } from '../../src/command-line.ts'

/** The fixture application from the command line, for WORKERS above 1. */
await runFromCommandLine({
  app: () => ({ migrations: join(import.meta.dirname, '../migrations'), functions: {}, web: null }),
})
