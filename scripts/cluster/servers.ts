import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Link, Links } from './links.ts'
import { BUCKET, STORE_KEY } from './objects.ts'
import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { DATABASE } from './postgresql.ts'
import { answers, Program, until } from './process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Ports and addresses that every server needs. */
export interface Surroundings {
  readonly publicUrl: string
  readonly databasePort: number
  readonly replicaPort: number
  readonly poolPort: number
  readonly storePort: number
  readonly redisUrl: string
  readonly searchUrls: string | null
  readonly environment: Readonly<Record<string, string>>
}

export interface Server {
  readonly program: Program
  readonly port: number
  readonly dataDir: string
  readonly links: { readonly database: Link; readonly pool: Link; readonly store: Link }
  /** Shifts this server's clock. */
  shiftClock(seconds: number): Promise<void>
  ready(): Promise<void>
}

/** Servers with separate data folders, like separate machines. The first one generates the secrets, which are copied to the rest. */
export async function startServers(
  place: Place,
  links: Links,
  ports: readonly number[],
  around: Surroundings,
): Promise<Server[]> {
  const servers: Server[] = []
  for (const [n, port] of ports.entries()) {
    const dataDir = await place.make(`server${n + 1}`)
    const [first] = servers
    if (first) await cp(join(first.dataDir, 'secrets'), join(dataDir, 'secrets'), { recursive: true })
    const server = await makeServer(`server${n + 1}`, dataDir, port, place, links, around)
    servers.push(server)
    server.program.start()
    await server.ready()
  }
  return servers
}

async function makeServer(
  name: string,
  dataDir: string,
  port: number,
  place: Place,
  links: Links,
  around: Surroundings,
): Promise<Server> {
  const [database, pool, store] = await Promise.all([
    links.add(`${name}-database`, around.databasePort),
    links.add(`${name}-pool`, around.poolPort),
    links.add(`${name}-store`, around.storePort),
  ])
  const clock = await place.write(`${name}.clock`, '+0')
  const { user, password, name: databaseName } = DATABASE
  const url = (to: number) => `postgres://${user}:${password}@127.0.0.1:${to}/${databaseName}`
  const program = new Program({
    name,
    command: process.execPath,
    args: ['--max-semi-space-size=8', '--import', './marketplace/compile-cache.js', 'marketplace/server.ts'],
    cwd: ROOT,
    logFile: place.logFile(name),
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: around.publicUrl,
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: url(database.port),
      DATABASE_POOL_URL: `${url(pool.port)}?pgbouncer=true`,
      DATABASE_REPLICA_URL: url(around.replicaPort),
      REDIS_URL: around.redisUrl,
      S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: STORE_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: STORE_KEY.secretAccessKey,
      ...(around.searchUrls ? { SEARCH_URL: around.searchUrls } : {}),
      ...around.environment,
      LD_PRELOAD: PROGRAMS.faketime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  return {
    ...{ program, port, dataDir, links: { database, pool, store } },
    shiftClock: async (seconds) => void (await place.write(`${name}.clock`, `${seconds < 0 ? '' : '+'}${seconds}`)),
    async ready() {
      const isReady = () => {
        program.requireRunning()
        return answers(`http://127.0.0.1:${port}/readyz`)
      }
      await until(`${name} is ready`, isReady, 120_000)
    },
  }
}

export async function serverPorts(count: number): Promise<number[]> {
  return freePorts(count)
}
