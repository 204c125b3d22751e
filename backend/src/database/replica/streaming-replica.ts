import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { ConnectionOptions } from '../connection-options.ts'
import { launchAs, postgresAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'

/** A real streaming replica of an embedded PostgreSQL, for tests. */
export interface StreamingReplica {
  /** postgres:// URL. */
  readonly address: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Pauses and resumes replay: a paused replica falls behind but still answers. */
  pause(): Promise<void>
  resume(): Promise<void>
}

const PORT = 5432
/** Not copied: the primary's pid files, sockets and replication slots. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pg_replslot|pg_dynshmem|pg_stat_tmp)$/

/** Copies the primary's files into `folder` as a low-level base backup (PostgreSQL manual, section 25.3.3). */
export async function makeStreamingReplica(
  primary: ConnectionOptions,
  folder: string,
  settings: readonly string[] = [],
): Promise<StreamingReplica> {
  await takeBaseBackup(primary, folder)
  const conninfo = `host=${primary.host} port=${primary.port} user=${primary.user} password=${primary.password}`
  const binaries = await findBinaries()
  const account = await postgresAccount()
  const values = [
    `unix_socket_directories=${folder}`,
    `port=${PORT}`,
    'listen_addresses=',
    'hot_standby=on',
    `primary_conninfo=${conninfo}`,
    'wal_level=logical',
    'max_connections=200',
    'max_wal_senders=20',
    'wal_retrieve_retry_interval=100ms',
    ...settings,
  ]
  const args = ['-D', folder, ...values.flatMap((value) => ['-c', value])]
  let child: ChildProcess | null = null
  const connection = { ...primary, host: folder, port: PORT }
  const inReplica = async (sql: string) => {
    const client = new Client({ ...connection, database: 'postgres' })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  return {
    address: `postgres://${primary.user}@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`,
    async start() {
      await rm(join(folder, 'postmaster.pid'), { force: true })
      const launch = await launchAs(account, [binaries.postgres, folder], binaries.postgres, args)
      child = spawn(launch.command, launch.args, {
        ...launch.options,
        stdio: 'ignore',
        env: { ...process.env, TZ: 'UTC' },
      })
      for (const deadline = Date.now() + 20_000; ; await wait(50)) {
        const answers = await inReplica('select 1').then(
          () => true,
          () => false,
        )
        if (answers) return
        if (Date.now() > deadline || child.exitCode !== null) throw new Error('The replica did not start')
      }
    },
    async kill() {
      const dying = child
      if (!dying || dying.exitCode !== null) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGQUIT')
      await gone
    },
    pause: () => inReplica('select pg_wal_replay_pause()'),
    resume: () => inReplica('select pg_wal_replay_resume()'),
  }
}

async function takeBaseBackup(primary: ConnectionOptions, folder: string): Promise<void> {
  const client = new Client({ ...primary })
  await client.connect()
  try {
    const { rows } = await client.query<{ directory: string }>(
      "select setting as directory from pg_settings where name = 'data_directory'",
    )
    const directory = rows[0]?.directory ?? ''
    await client.query("select pg_backup_start('replica', true)")
    await cp(directory, folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => isCopied(path, directory),
    })
    await mkdir(join(folder, 'pg_replslot'), { recursive: true })
    const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(folder, 'backup_label'), label.rows[0]?.labelfile ?? '')
    // The WAL that ends the backup is written after the copy began.
    await cp(join(directory, 'pg_wal'), join(folder, 'pg_wal'), { recursive: true, force: true })
    await writeFile(join(folder, 'standby.signal'), '')
    for (const name of ['pg_dynshmem', 'pg_stat_tmp']) await mkdir(join(folder, name), { recursive: true })
    await changeOwner(folder)
  } finally {
    await client.end()
  }
}

function isCopied(path: string, directory: string): boolean {
  const [name = ''] = path.slice(directory.length + 1).split('/')
  return !LEFT_OUT.test(name)
}

async function changeOwner(folder: string): Promise<void> {
  const account = await postgresAccount()
  if (!account) return
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), account.uid, account.gid)
  await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}
