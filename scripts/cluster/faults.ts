import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { isRole, type PostgresNode, postmasterOf } from './postgresql.ts'
import { until } from './process.ts'
import { redis } from './redis.ts'
import { healthOf } from './search.ts'

export interface Fault {
  readonly name: string
  /** Causes the fault. @returns a function that ends it */
  make(cluster: Cluster): Promise<() => Promise<void>>
  /** Duration of the fault. */
  readonly lastsMs?: number
}

const BRIEF_MS = 1_000
const LONG_MS = 15_000

export const FAULTS: readonly Fault[] = [
  { name: 'nothing', make: async () => async () => undefined },
  {
    name: 'machine of the primary lost',
    lastsMs: LONG_MS,
    async make({ postgres }) {
      const lost = await postgres.primary()
      await lost.killMachine()
      return () => restart(postgres.nodes, lost)
    },
  },
  {
    name: 'PostgreSQL of the primary killed',
    lastsMs: LONG_MS,
    async make({ postgres }) {
      const { folder } = await postgres.primary()
      const pid = postmasterOf(folder)
      if (pid !== null) process.kill(pid, 'SIGKILL')
      return () => untilReplicated(postgres.nodes)
    },
  },
  {
    name: 'replica lost',
    lastsMs: LONG_MS,
    async make({ postgres }) {
      const lost = await postgres.replica()
      await lost.killMachine()
      return () => restart(postgres.nodes, lost)
    },
  },
  {
    name: 'network cut between primary and replica',
    lastsMs: LONG_MS,
    async make({ postgres }) {
      const { link } = await postgres.primary()
      await link.cut()
      return async () => {
        await link.restore()
        await untilReplicated(postgres.nodes)
      }
    },
  },
  {
    name: 'etcd without quorum',
    lastsMs: LONG_MS,
    async make({ etcd }) {
      const lost = etcd.nodes.slice(0, 2)
      await Promise.all(lost.map((node) => node.kill()))
      return async () => lost.forEach((node) => void node.start())
    },
  },
  {
    name: 'PgBouncer killed and started again',
    lastsMs: BRIEF_MS,
    async make({ pooler }) {
      await pooler.kill()
      return async () => void pooler.start()
    },
  },
  {
    name: 'primary of Redis lost',
    lastsMs: LONG_MS,
    async make({ redis: group }) {
      for (const { program, port } of group.nodes) {
        if (!(await redis(port, 'ROLE').catch(() => '')).startsWith('master')) continue
        await program.kill()
        return async () => void program.start()
      }
      throw new Error('Redis has no primary')
    },
  },
  {
    name: 'S3 answers after two seconds',
    lastsMs: LONG_MS,
    async make({ servers }) {
      await Promise.all(servers.map(({ links }) => links.store.slow(2000)))
      return async () => void (await Promise.all(servers.map(({ links }) => links.store.restore())))
    },
  },
  {
    name: 'S3 resets connections',
    lastsMs: LONG_MS,
    async make({ servers }) {
      await Promise.all(servers.map(({ links }) => links.store.reset(0)))
      return async () => void (await Promise.all(servers.map(({ links }) => links.store.restore())))
    },
  },
  {
    name: 'node of OpenSearch lost',
    lastsMs: LONG_MS,
    async make({ search }) {
      const [node] = search?.nodes ?? []
      await node?.kill()
      return async () => {
        node?.start()
        const [, port = 0] = search?.ports ?? []
        await until(
          'OpenSearch has all nodes again',
          async () => {
            const health = (await (await fetch(healthOf(port))).json()) as { number_of_nodes: number }
            return health.number_of_nodes === 3
          },
          120_000,
        )
      }
    },
  },
  {
    name: 'server killed and started again',
    lastsMs: 5_000,
    async make({ servers }) {
      const [server] = servers
      await server?.program.kill()
      return async () => {
        server?.program.start()
        await server?.ready()
      }
    },
  },
  {
    name: 'network cut between a server and the database',
    lastsMs: LONG_MS,
    async make({ servers }) {
      const [server] = servers
      const links = server ? [server.links.database, server.links.pool] : []
      await Promise.all(links.map((link) => link.cut()))
      return async () => void (await Promise.all(links.map((link) => link.restore())))
    },
  },
  { name: 'clock of a server a minute ahead', lastsMs: LONG_MS, make: (cluster) => shift(cluster, 60) },
  { name: 'clock of a server a minute behind', lastsMs: LONG_MS, make: (cluster) => shift(cluster, -60) },
]

/** Folders that get separate disks, so that they can be filled. */
export const DISKS = ['pg1', 'pg2', 'etcd1', 'objects', 'opensearch1', 'server1'] as const

/** Fills each disk for a while, including those of primary and replica. */
export const FULL_DISKS: readonly Fault[] = [
  fullDisk('disk of the primary full', async ({ postgres }) => (await postgres.primary()).name),
  fullDisk('disk of the replica full', async ({ postgres }) => (await postgres.replica()).name),
  fullDisk('disk of a node of etcd full', async () => 'etcd1'),
  fullDisk('disk of S3 full', async () => 'objects'),
  fullDisk('disk of a node of OpenSearch full', async () => 'opensearch1'),
  fullDisk('disk of a server full', async () => 'server1'),
]

function fullDisk(name: string, diskOf: (cluster: Cluster) => Promise<string>): Fault {
  return {
    name,
    lastsMs: LONG_MS,
    async make(cluster) {
      const { place, postgres, etcd } = cluster
      const disk = await diskOf(cluster)
      const filler = join(place.folder, disk, '.filler')
      const { bavail, bsize } = await statfs(join(place.folder, disk))
      // Writes the blocks, since sparse files take no space.
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined)
      return async () => {
        await rm(filler, { force: true })
        for (const node of [...etcd.nodes, ...postgres.nodes.map(({ patroni }) => patroni)])
          if (!node.isRunning) node.start()
        if (disk.startsWith('pg')) await untilReplicated(postgres.nodes)
      }
    },
  }
}

async function shift({ servers }: Cluster, seconds: number) {
  const [server] = servers
  await server?.shiftClock(seconds)
  return async () => void (await server?.shiftClock(0))
}

async function restart(nodes: readonly PostgresNode[], lost: PostgresNode): Promise<void> {
  lost.patroni.start()
  await untilReplicated(nodes)
}

/** Waits until the cluster has recovered from the previous fault. */
export async function untilReplicated(nodes: readonly PostgresNode[]): Promise<void> {
  await until('a replica is synchronous again', () => isRole(nodes, 'sync'), 120_000)
  await wait(500)
}
