import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Node keeps compiled code in this folder for the next start, if it is writable: most of the startup time is compilation. In JavaScript, so that
 * `node --import` can load it before any TypeScript: Node's TypeScript compiler takes 20 MB, and is then loaded for changed files only.
 */
const folder = process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/compiled')
enableCompileCache(folder)
// For threads.
process.env.NODE_COMPILE_CACHE = folder
