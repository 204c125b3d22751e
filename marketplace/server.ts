import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** The entry. Compiling is most of a start; Node keeps what it compiled for the next one, where that folder can be written. */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./souk.ts')
