import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder, startCluster } from './cluster.ts'
import { ensureParts } from './parts.ts'
import { buildWeb } from './web.ts'

/**
 * Simulates an installation on many machines: `node scripts/cluster/start.ts [FOLDER]`. Without a folder, uses a temporary one. Ctrl-C stops
 * every part.
 */
const missing = ensureParts()
if (missing.length > 0) {
  console.error(`The cluster cannot start without ${missing.join(', ')}.`)
  process.exit(1)
}
const [given] = process.argv.slice(2)
const folder = given ?? (await mkdtemp(join(tmpdir(), 'souk-cluster-')))
buildWeb()
const cluster = await startCluster({ folder, say: (line) => console.log(`Starting ${line} ...`) })
const stopped = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.resolve())
console.log(
  `The market is at ${cluster.url}, behind HAProxy; three servers at ${cluster.servers.map(({ port }) => port).join(', ')}.`,
)
if (cluster.search === null) console.log('Without OpenSearch: Java or Maven is missing, so PostgreSQL searches.')
console.log(`Files and logs: ${folder}. Ctrl-C stops everything.`)
await stopped.promise
console.log('Stopping ...')
await cluster.stop()
if (given === undefined) await removeFolder(folder)
