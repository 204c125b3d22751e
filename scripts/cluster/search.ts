import { createServer } from 'node:net'
import { nodeArguments, whatIsMissing } from '../../marketplace/search/testing/opensearch-nodes.ts'
import type { Place } from './places.ts'
import { answers, Program, until } from './process.ts'

export interface Search {
  readonly nodes: readonly Program[]
  readonly ports: readonly number[]
  readonly urls: string
}

const COUNT = 3
/** The library that runs the nodes accepts HTTP ports from 9200 to 9299. */
const FIRST_PORTS = [9201, 9211, 9221, 9231, 9241, 9251, 9281]

/** OpenSearch on three nodes; null if Java or Maven is missing. */
export async function startSearch(place: Place): Promise<Search | null> {
  if (whatIsMissing() !== null) return null
  const firstPort = await firstFree()
  const ports = Array.from({ length: COUNT }, (_, n) => firstPort + n)
  const nodes: Program[] = []
  for (const [n, port] of ports.entries()) {
    const name = `opensearch${n + 1}`
    const args = await nodeArguments({ folder: await place.make(name), count: COUNT, firstPort, number: n + 1 })
    nodes.push(new Program({ name, command: 'java', args, logFile: place.logFile(name) }).start())
    if (n === COUNT - 1) await until(`${name} answers on ${port}`, () => answers(healthOf(port)), 120_000)
  }
  return { nodes, ports, urls: ports.map((port) => `http://127.0.0.1:${port}`).join(',') }
}

export function healthOf(port: number): string {
  return `http://127.0.0.1:${port}/_cluster/health?wait_for_nodes=${COUNT}&timeout=1s`
}

async function firstFree(): Promise<number> {
  for (const first of FIRST_PORTS) {
    const wanted = Array.from({ length: COUNT }, (_, n) => [first + n, first + n + 100]).flat()
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return first
  }
  throw new Error('No ports are free for OpenSearch between 9200 and 9299.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
