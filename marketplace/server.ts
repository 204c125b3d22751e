import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** The entry point. Most of the startup time is compilation; Node caches compiled code for the next start, if the folder is writable. */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./souk.ts')
