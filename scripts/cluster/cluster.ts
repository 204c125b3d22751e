import { rm } from 'node:fs/promises'
import { startDatabaseBalancer, startPooler, startWebBalancer } from './balancer.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { type Links, startLinks } from './links.ts'
import { type Objects, startObjects } from './objects.ts'
import { freePorts, openPlace, type Place } from './places.ts'
import { isPrimary, type PatroniExtra, type Postgres, postmasterOf, startPostgres } from './postgresql.ts'
import { answers, type Program, until } from './process.ts'
import { type RedisGroup, startRedis } from './redis.ts'
import { type Search, startSearch } from './search.ts'
import { type Server, type Surroundings, startServers } from './servers.ts'

export interface Cluster {
  /** URL of the load balancer. */
  readonly url: string
  readonly place: Place
  readonly links: Links
  readonly etcd: Etcd
  readonly postgres: Postgres
  readonly pooler: Program
  readonly redis: RedisGroup
  readonly objects: Objects
  readonly search: Search | null
  readonly servers: readonly Server[]
  /** Settings for additional servers. */
  readonly around: Surroundings
  stop(): Promise<void>
}

export interface ClusterOptions {
  readonly folder: string
  readonly servers?: number
  readonly withSearch?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly patroni?: (place: Place, objects: Objects) => Promise<PatroniExtra>
  readonly say?: (line: string) => void
}

/** Starts every part on free ports of the loopback interface; stops the running ones if one cannot start. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, servers: count = 3, withSearch = true, environment = {}, say = () => undefined } = options
  const place = await openPlace(folder)
  const started: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of started.reverse().splice(0)) await end()
  }
  const keep = <T>(part: T, ...programs: readonly Program[]): T => {
    started.push(() => Promise.all(programs.map((program) => program.stop())))
    return part
  }
  try {
    say('links, etcd, Redis, object store')
    const links = await startLinks(place)
    keep(links, links.program)
    const etcd = await startEtcd(place)
    keep(etcd, ...etcd.nodes)
    const redis = await startRedis(place)
    keep(redis, ...redis.nodes.map(({ program }) => program), ...redis.sentinels)
    const objects = await startObjects(place)
    keep(objects, objects.program)
    const searching = withSearch ? startSearch(place) : Promise.resolve(null)
    say('PostgreSQL')
    const postgres = await startPostgres(place, etcd, links, await options.patroni?.(place, objects))
    started.push(() => stopPostgres(postgres))
    const database = await startDatabaseBalancer(place, postgres)
    keep(database, database.program)
    await until('HAProxy leads to the primary', () => isPrimary(database.primaryPort))
    const pooler = await startPooler(place, database.primaryPort)
    keep(pooler, pooler.program)
    if (withSearch) say('OpenSearch')
    const search = await searching
    if (search) keep(search, ...search.nodes)
    say('servers')
    const [webPort = 0, ...ports] = await freePorts(count + 1)
    const url = `http://127.0.0.1:${webPort}`
    const around: Surroundings = {
      publicUrl: url,
      databasePort: database.primaryPort,
      replicaPort: database.replicaPort,
      poolPort: pooler.port,
      storePort: objects.port,
      redisUrl: redis.url,
      searchUrls: search?.urls ?? null,
      environment,
    }
    const web = await startWebBalancer(place, webPort, ports)
    keep(web, web)
    const servers = await startServers(place, links, ports, around)
    keep(servers, ...servers.map(({ program }) => program))
    await until('HAProxy leads to a server', () => answers(`${url}/readyz`))
    return { url, place, links, etcd, postgres, pooler: pooler.program, redis, objects, search, servers, around, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops the replica first, so that the primary does not wait for it. Patroni stops its PostgreSQL; one without Patroni is killed here. */
async function stopPostgres({ nodes }: Postgres): Promise<void> {
  await Promise.all(nodes.map(({ patroni }) => patroni.stop()))
  for (const { folder } of nodes) {
    const pid = postmasterOf(folder)
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGINT')
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
