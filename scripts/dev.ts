import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import pino from 'pino'
import { loadConfig } from 'souk-backend'
import { startEmbeddedPostgres } from 'souk-backend/testing'
import { createServer } from 'vite'
import { readAllHelp } from '../marketplace/contract/help/read-help.ts'
import { backendPages } from '../marketplace/web/backend-pages.ts'
import { DevBackend } from './dev-backend.ts'

/**
 * `npm run dev`: the product at one URL during development. Vite applies edits of pages immediately; edits of the server, a function or its SQL
 * restart the backend with the same database.
 */
const root = join(import.meta.dirname, '..')
const web = join(root, 'marketplace/web')
/** Sources of the backend process; Vite watches the rest itself. */
const BACKEND = ['backend/src', 'backend/schemas', 'backend/migrations', 'marketplace'].map((path) => join(root, path))
const NOT_BACKEND = [web, join(root, 'marketplace/e2e'), join(root, 'marketplace/database/tests')]
const SERVICES = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1']

const startedAt = performance.now()
const { dataDir, port, host, publicUrl } = loadConfig(process.env)
const database = process.env.DATABASE_URL ? null : await startEmbeddedPostgres(dataDir, pino({ level: 'error' }))
// The unbuilt page: Vite injects the modules.
const pages = await mkdtemp(join(tmpdir(), 'souk-dev-'))
await cp(join(web, 'index.html'), join(pages, 'index.html'))
await writeHelp()

const backend = new DevBackend({
  DEMO: '1',
  ...process.env,
  DATABASE_URL: process.env.DATABASE_URL ?? addressOf(database?.connection),
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(await freePort()),
  PUBLIC_URL: publicUrl,
  WEB_DIST: pages,
})
const vite = await createServer({
  configFile: join(web, 'vite.config.ts'),
  appType: 'custom',
  logLevel: 'warn',
  plugins: [backendPages(backend)],
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVICES.map((path) => [path, { target: backend.url, ws: true, changeOrigin: true }])),
  },
})
vite.watcher.add(BACKEND)
vite.watcher.on('all', (_event, file) => {
  if (BACKEND.some((path) => isIn(path, file)) && !NOT_BACKEND.some((path) => isIn(path, file))) void restart(file)
})
await vite.listen()
await backend.ready
console.log(`Souk is ready at ${publicUrl} (${seconds(startedAt)}). Edits show by themselves.`)

let isEnding = false
// Vite's own listener would exit before the database has stopped.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())

async function restart(file: string): Promise<void> {
  const isHelp = file.endsWith('.md') && file.includes('/locales/')
  if (isEnding || file.endsWith('.test.ts') || (file.endsWith('.md') && !isHelp)) return
  const begun = performance.now()
  if (isHelp) await writeHelp()
  await backend.restart()
  console.log(`Started again after ${file.slice(root.length + 1)} (${seconds(begun)}).`)
}

/** Same as the build. */
async function writeHelp(): Promise<void> {
  await writeFile(join(pages, '.help.json'), JSON.stringify(readAllHelp()))
}

async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.all([vite.close(), backend.stop()])
  await database?.stop()
  await rm(pages, { recursive: true, force: true })
}

function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder + sep)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** A socket folder goes into the query, as in libpq. */
function addressOf(connection: { host: string; port: number; user: string; password: string } | undefined): string {
  if (!connection) return ''
  const { host, port, user, password } = connection
  return `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}

async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
