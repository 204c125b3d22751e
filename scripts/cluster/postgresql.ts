import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Etcd } from './etcd.ts'
import type { Links } from './links.ts'
import { PROGRAMS, postgresFolder } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { Program, until } from './process.ts'

export const DATABASE = { user: 'souk', password: 'quiet-lantern', name: 'souk' } as const
const SUPERUSER = { user: 'postgres', password: 'loud-lantern' } as const

export interface PostgresNode {
  readonly name: string
  readonly patroni: Program
  readonly port: number
  readonly restPort: number
  readonly folder: string
  /** The address that the other node replicates from. */
  readonly link: Awaited<ReturnType<Links['add']>>
  /** Kills PostgreSQL and Patroni, like a power failure. */
  killMachine(): Promise<void>
}

export interface Postgres {
  readonly nodes: readonly PostgresNode[]
  primary(): Promise<PostgresNode>
  replica(): Promise<PostgresNode>
  /** A connection of the superuser to the primary. */
  connect(database?: string): Promise<Client>
}

/** Seconds; Patroni's defaults (30, 10, 10) suit networks where a false failover costs more than half a minute. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 } as const

/** Two nodes under Patroni; acknowledged writes are on the disks of both. */
export async function startPostgres(
  place: Place,
  etcd: Etcd,
  links: Links,
  extra: PatroniExtra = {},
): Promise<Postgres> {
  const nodes: PostgresNode[] = []
  for (const name of ['pg1', 'pg2']) nodes.push(await addNode(name, place, etcd, links, extra))
  const role = async (wanted: 'primary' | 'replica') => {
    const found: PostgresNode[] = []
    const isFound = async () => {
      found.length = 0
      for (const node of nodes) if (await isRole(node, wanted)) found.push(node)
      return found.length === 1
    }
    await until(`Patroni names a ${wanted}`, isFound, 90_000)
    const [node] = found
    if (!node) throw new Error('unreachable: one was found')
    return node
  }
  const connect = async (database = DATABASE.name) => {
    const { port } = await role('primary')
    const client = new Client({ host: '127.0.0.1', port, ...SUPERUSER, database, connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined) // the server may be killed between queries
    await client.connect()
    return client
  }
  const postgres = { nodes, primary: () => role('primary'), replica: () => role('replica'), connect }
  await makeDatabase(postgres)
  await until('the replica is synchronous', () => isRole(nodes, 'sync'), 90_000)
  return postgres
}

export async function isRole(node: PostgresNode | readonly PostgresNode[], role: string): Promise<boolean> {
  for (const one of [node].flat()) {
    const url = `http://127.0.0.1:${one.restPort}/${role}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return true
  }
  return false
}

/** Additional PostgreSQL settings, for example for an archive. */
export interface PatroniExtra {
  readonly parameters?: Readonly<Record<string, string>>
}

async function addNode(
  name: string,
  place: Place,
  etcd: Etcd,
  links: Links,
  extra: PatroniExtra,
): Promise<PostgresNode> {
  const [port = 0, restPort = 0] = await freePorts(2)
  const link = await links.add(`to-${name}`, port)
  const folder = join(await place.make(name, true), 'data')
  // JSON is YAML.
  const settings = JSON.stringify(
    {
      scope: 'souk',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { hosts: etcd.hosts },
      log: { level: 'INFO' },
      bootstrap: {
        dcs: clusterSettings(extra),
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${link.port}`,
        data_dir: folder,
        bin_dir: postgresFolder(),
        pgpass: join(place.folder, name, 'pgpass'),
        parameters: { unix_socket_directories: join(place.folder, name) },
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
        authentication: {
          superuser: { username: SUPERUSER.user, password: SUPERUSER.password },
          replication: { username: 'replicator', password: SUPERUSER.password },
        },
      },
    },
    null,
    1,
  )
  const file = await place.write(`${name}/patroni.yml`, settings, true)
  const patroni = new Program({
    name,
    command: PROGRAMS.patroni,
    args: [file],
    logFile: place.logFile(name),
    asPostgres: true,
  })
  patroni.start()
  return {
    ...{ name, patroni, port, restPort, folder, link },
    async killMachine() {
      const pid = postmasterOf(folder)
      await patroni.kill()
      if (pid !== null) process.kill(pid, 'SIGKILL')
    },
  }
}

function clusterSettings({ parameters = {} }: PatroniExtra): object {
  return {
    ...TIMES,
    synchronous_mode: true,
    // Without etcd the primary continues as long as it reaches every other node.
    failsafe_mode: true,
    primary_start_timeout: 0,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      parameters: {
        wal_level: 'logical',
        wal_log_hints: 'on',
        max_connections: 200,
        max_wal_senders: 40,
        max_replication_slots: 40,
        shared_buffers: '64MB',
        max_wal_size: '256MB',
        wal_keep_size: '128MB',
        // A lost peer must be detected before users notice.
        wal_sender_timeout: '5s',
        wal_receiver_timeout: '5s',
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 2,
        tcp_keepalives_count: 3,
        ...parameters,
      },
    },
  }
}

/** Whether the product's role reaches a writable server at this address. */
export async function isPrimary(port: number): Promise<boolean> {
  const { user, password, name: database } = DATABASE
  const client = new Client({ host: '127.0.0.1', port, user, password, database, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
    return rows[0]?.replica === false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The process of PostgreSQL in a folder; null if it is not running. */
export function postmasterOf(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

/** The product's role and database as in docs/deploy.md, and PgBouncer's function for looking up passwords. */
async function makeDatabase(postgres: Postgres): Promise<void> {
  const superuser = await postgres.connect('postgres')
  const { user, password, name } = DATABASE
  // On version 15 only a superuser grants bypassrls.
  await superuser.query('create role service_role nologin noinherit bypassrls')
  await superuser.query(`create role ${user} login createrole replication bypassrls password '${password}'`)
  await superuser.query(`create role pgbouncer login password '${password}'`)
  await superuser.query(`create database ${name} owner ${user}`)
  await superuser.end()
  const inside = await postgres.connect()
  await inside.query(`
    create schema pgbouncer;
    create function pgbouncer.look_up(name text, out role_name text, out secret text) language sql security definer
      set search_path = '' as $$ select rolname, rolpassword from pg_catalog.pg_authid where rolname = name and rolcanlogin $$;
    revoke all on function pgbouncer.look_up from public;
    grant usage on schema pgbouncer to pgbouncer;
    grant execute on function pgbouncer.look_up to pgbouncer`)
  await inside.end()
}
