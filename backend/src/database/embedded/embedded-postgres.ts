import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError } from '../../startup-error.ts'
import type { ConnectionOptions } from '../connection-options.ts'
import { makeDataDir } from '../data-dir.ts'
import { readOrCreateSecrets } from '../secret-file.ts'
import { postgresAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type ClusterPlace, extensionsOf, initialiseCluster, startPostgres } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { stopOrphan } from './orphan.ts'

export interface EmbeddedPostgres {
  readonly connection: ConnectionOptions
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Number of our processes that will connect. */
  readonly processes?: number
  /** Loopback port on which other programs reach it, too; null for none. */
  readonly port?: number | null
  /** The owner's password in a new cluster; random unless given. */
  readonly password?: string
  /** ICU locale of a new cluster; null sorts text by code point. */
  readonly locale?: string | null
  /** Called while the folder is locked, before a cluster is made: it may put one there. */
  readonly beforeCluster?: () => Promise<void>
  /** By PostgreSQL's names, over ours. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Extensions written in SQL, which `create extension` finds beside PostgreSQL's own. */
const EXTENSIONS = join(import.meta.dirname, '../../../extensions')

/** Maximum length in bytes of a Unix socket path (sun_path, unix(7)), without the terminating NUL. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107
const SOCKET_PORT = 5432
const RESTART_DELAY_MS = 100

const SETTINGS = {
  wal_level: 'logical',
  max_slot_wal_keep_size: '1GB',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  // After a crash: the data folder's files in one call instead of one by one.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
} as const

/** Capacity for each of our processes: its pools (about 30 connections) and some replication streams. */
function settingsFor(processes: number): Record<string, string> {
  const streams = String(8 + 4 * processes)
  return { max_connections: String(50 + 30 * processes), max_wal_senders: streams, max_replication_slots: streams }
}

/**
 * Runs PostgreSQL inside `dataDir` for this process alone. It listens on a Unix socket in the cluster's folder, which only its owner may
 * enter, or on loopback where that path is too long for a socket. Both require a random password.
 * A crashed server is restarted; crash recovery replays what was committed.
 * @throws {StartupError} with a one-sentence explanation: folder not writable, folder in use, no binaries, no user.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  { processes = 1, port = null, password: wanted, locale = null, settings = {}, beforeCluster }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await makeDataDir(dataDir)
  const unlock = await lockDataDir(dataDir)
  try {
    await beforeCluster?.()
    const { password } = await readOrCreateSecrets(dataDir, 'postgres.json', () => ({
      password: wanted ?? randomBytes(32).toString('base64url'),
    }))
    const place: ClusterPlace = {
      binaries: await findBinaries(),
      account: await postgresAccount(),
      clusterDir: join(dataDir, 'postgres'),
    }
    await initialiseCluster(place, password, locale)
    await stopOrphan(place.clusterDir)
    const address = await chooseAddress(place.clusterDir, port)
    const stop = await supervise(
      place,
      {
        ...SETTINGS,
        extension_control_path: ['$system', EXTENSIONS, extensionsOf(place.clusterDir)].join(delimiter),
        ...settingsFor(processes),
        ...settings,
        ...address.settings,
      },
      log,
    )
    return {
      connection: { ...address.connection, user: 'postgres', password, database: 'postgres' },
      stop: async () => {
        await stop()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

interface Address {
  readonly settings: Record<string, string>
  readonly connection: Pick<ConnectionOptions, 'host' | 'port' | 'path'>
}

async function chooseAddress(clusterDir: string, wanted: number | null): Promise<Address> {
  if (wanted !== null) await requireFreePort(wanted)
  const socketPort = wanted ?? SOCKET_PORT
  const path = join(clusterDir, `.s.PGSQL.${socketPort}`)
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= SOCKET_PATH_LIMIT && !clusterDir.includes(',')) {
    return {
      settings: {
        listen_addresses: wanted === null ? '' : '127.0.0.1',
        port: String(socketPort),
        unix_socket_directories: clusterDir,
        unix_socket_permissions: '0700',
      },
      connection: { host: clusterDir, port: socketPort, path },
    }
  }
  const port = wanted ?? (await freePort())
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    connection: { host: '127.0.0.1', port },
  }
}

/** @throws {StartupError} when another program listens there */
async function requireFreePort(port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause) =>
      reject(
        new StartupError(
          `Port ${port} for the database is already in use; stop the other program, or set DATABASE_PORT to a free one (0 for none).`,
          { cause },
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new StartupError('No free port was found on 127.0.0.1.')
  return address.port
}

/** Restarts the server whenever it exits, until the returned function stops it. */
async function supervise(
  place: ClusterPlace,
  settings: Record<string, string>,
  log: Logger,
): Promise<() => Promise<void>> {
  let stopping = false
  let restarting: Promise<void> | null = null
  let child = await startWithRetries(place, settings, log)
  const restart = async () => {
    for (await wait(RESTART_DELAY_MS); !stopping; await wait(RESTART_DELAY_MS)) {
      try {
        child = await startWithRetries(place, settings, log)
        watch()
        return
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start; retrying')
      }
    }
  }
  const watch = () =>
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL exited unexpectedly; restarting it')
      restarting = restart()
    })
  watch()
  return async () => {
    stopping = true
    // A server that is starting would outlive us.
    await restarting
    await stopPostgres(child)
  }
}

/** After a crash, old backends may hold the shared memory briefly; PostgreSQL reports it, and we retry. */
async function startWithRetries(
  place: ClusterPlace,
  settings: Record<string, string>,
  log: Logger,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostgres(place, settings, log)
    } catch (error) {
      const passing = error instanceof Error && /shared memory block|lock file/.test(error.message)
      if (!passing || attempt === 20) throw error
      await wait(250)
    }
  }
}

/** Fast shutdown (SIGINT), then immediate (SIGQUIT) if it takes longer than 20 s. */
async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await gone
  clearTimeout(impatience)
}
