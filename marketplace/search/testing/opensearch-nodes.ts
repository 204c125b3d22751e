import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Real OpenSearch nodes for tests. */
export interface Nodes {
  /** URL of each node. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/opensearch-2.19.1')

/** Why OpenSearch cannot be started here; null if it can. */
export function whatIsMissing(): string | null {
  const runs = (command: string) => spawnSync(command, ['-version'], { stdio: 'ignore' }).status === 0
  if (!runs('java')) return 'Java is not installed'
  return runs('mvn') ? null : 'Maven is not installed'
}

/** Downloads OpenSearch from Maven Central once. @returns the folder of its jars */
async function jars(): Promise<string> {
  const found = await readdir(CACHE).catch(() => [])
  if (found.length > 0) return CACHE
  await mkdir(join(CACHE, '..'), { recursive: true })
  const folder = await mkdtemp(`${CACHE}-`)
  await cp(join(import.meta.dirname, 'pom.xml'), join(folder, 'pom.xml'))
  const { status, stdout } = spawnSync('mvn', ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Maven could not download OpenSearch: ${stdout}`)
  // Another process may have been faster.
  await rename(join(folder, 'lib'), CACHE).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return CACHE
}

/** JVM optimization does not pay off within a minute: half the CPU time. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Arguments of `java`: all nodes in one process, or only the one with this number. */
export async function nodeArguments(given: {
  readonly folder: string
  readonly count: number
  readonly firstPort: number
  readonly heap?: string
  readonly number?: number
}): Promise<string[]> {
  const { folder, count, firstPort, heap = '512m', number } = given
  const main = join(import.meta.dirname, 'Nodes.java')
  const which = [folder, String(count), String(firstPort - 1), ...(number ? [String(number)] : [])]
  return [...BRIEF, `-Xmx${heap}`, '-cp', join(await jars(), '*'), main, ...which]
}

/** @param firstPort  the first port of the nodes; all must be within 9200 to 9299 */
export async function startNodes(count: number, firstPort: number, heap = '512m'): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-opensearch-'))
  const process = spawn('java', await nodeArguments({ folder, count, firstPort, heap }), {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await untilReady(process)
  return {
    urls: Array.from({ length: count }, (_, node) => `http://127.0.0.1:${firstPort + node}`),
    async stop() {
      const gone = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function untilReady(process: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('nodes are ready')) resolve()
    }
    process.stdout?.on('data', read)
    process.stderr?.on('data', read)
    process.once('exit', () => reject(new Error(`OpenSearch did not start: ${said.slice(-2000)}`)))
    process.once('error', reject)
  })
}
