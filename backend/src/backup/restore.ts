import { spawn } from 'node:child_process'
import { chmod, copyFile, lchown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'
import { makeDataDir } from '../database/data-dir.ts'
import { openDatabase, parseDatabaseUrl } from '../database/database.ts'
import { postgresAccount } from '../database/embedded/account.ts'
import { StartupError } from '../startup-error.ts'
import { BASE_BACKUP, DUMP, ROLES } from './back-up.ts'
import { FILES } from './data-files.ts'
import { restoreDump } from './dump.ts'
import { embeddedMajor, reachEmbedded } from './embedded.ts'
import { damagedFiles, type Manifest, readManifest } from './manifest.ts'
import { type DumpedRole, makeRoles } from './roles.ts'

/**
 * Verifies a whole backup.
 * @throws {StartupError} naming what is missing or damaged
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const damaged = await damagedFiles(folder, manifest)
  if (damaged.length === 0) return manifest
  const named = damaged.slice(0, 10).join(', ')
  throw new StartupError(
    `The backup in ${folder} is damaged: ${damaged.length} of its ${manifest.files.length} files ${damaged.length === 1 ? 'is' : 'are'} missing or changed (${named}${damaged.length > 10 ? ', …' : ''}). Nothing was restored.`,
  )
}

/**
 * Restores a backup into an empty data folder and, for a dump, an empty database. Starts the embedded database once, so that its recovery
 * has completed on return.
 * @returns what was restored, and the number of migrations in the database
 * @throws {StartupError} with one sentence for the operator; partial results are removed
 */
export async function restore(config: Config, folder: string): Promise<{ manifest: Manifest; migrations: number }> {
  const { dataDir, databaseUrl } = config
  const manifest = await checkBackup(folder)
  const suits = (manifest.database === 'dump') === (databaseUrl !== null)
  if (!suits) {
    throw new StartupError(
      manifest.database === 'dump'
        ? 'This backup is a dump: set DATABASE_URL to the empty database that it goes into.'
        : 'This backup is of an embedded database: unset DATABASE_URL. To move to a database of your own, make the backup with --dump.',
    )
  }
  await makeDataDir(dataDir)
  if ((await readdir(dataDir)).length > 0) {
    throw new StartupError(
      `The data folder ${dataDir} is not empty; restore into a new one (DATA_DIR), or move the old one away first.`,
    )
  }
  try {
    await restoreFiles(folder, manifest, dataDir)
    const migrations =
      databaseUrl === null ? await restoreCluster(folder, manifest, config) : await restoreDatabase(folder, config)
    return { manifest, migrations }
  } catch (error) {
    // The folder itself may be a mount point.
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
}

async function restoreFiles(folder: string, { files }: Manifest, dataDir: string): Promise<void> {
  for (const { path } of files.filter((file) => file.path.startsWith(`${FILES}/`))) {
    const to = join(dataDir, path.slice(FILES.length + 1))
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(join(folder, path), to)
    await chmod(to, 0o600)
  }
}

async function restoreCluster(folder: string, { postgresMajor }: Manifest, { dataDir }: Config): Promise<number> {
  const ours = await embeddedMajor()
  if (postgresMajor !== ours) {
    throw new StartupError(
      `This backup is of PostgreSQL ${postgresMajor}, and this version embeds ${ours}: restore it with the version that made it, then upgrade.`,
    )
  }
  const clusterDir = join(dataDir, 'postgres')
  await mkdir(clusterDir, { mode: 0o700 })
  await unpack(join(folder, BASE_BACKUP), clusterDir)
  const account = await postgresAccount()
  if (account) {
    for (const entry of ['', ...(await readdir(clusterDir, { recursive: true }))]) {
      await lchown(join(clusterDir, entry), account.uid, account.gid)
    }
  }
  const postgres = await reachEmbedded(dataDir)
  const database = openDatabase(postgres.connection, '')
  try {
    const [row] = await database.admin<{ count: number }[]>`select count(*)::int as count from migrations.applied`
    return row?.count ?? 0
  } finally {
    await database.close()
    await postgres.leave()
  }
}

async function unpack(file: string, into: string): Promise<void> {
  // The old socket's lock file would keep this server from opening its own.
  const options = ['--no-same-owner', '--exclude=.s.PGSQL.*', `--file=${resolve(file)}`, `--directory=${into}`]
  // It reads the file itself: a pipe from here may count as broken when tar has ended before its last write is confirmed.
  const tar = spawn('tar', ['--extract', '--gzip', ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  const code = new Promise<number | null>((done, reject) => {
    tar.once('error', (cause) => reject(new StartupError('tar(1) is needed to restore, and is not here.', { cause })))
    tar.once('close', done)
  })
  const [complaint, ended] = await Promise.all([text(tar.stderr), code])
  if (ended !== 0) throw new StartupError(`The database could not be unpacked: ${complaint.trim()}`)
}

async function restoreDatabase(folder: string, { databaseUrl }: Config): Promise<number> {
  const connection = parseDatabaseUrl(databaseUrl ?? '')
  const database = openDatabase(connection, '')
  try {
    const [present] = await database.admin<{ found: boolean }[]>`
      select to_regclass('migrations.applied') is not null or to_regnamespace('auth') is not null as found`
    if (present?.found) {
      throw new StartupError('The database that DATABASE_URL names is not empty; restore into a new one.')
    }
    const roles = JSON.parse(await readFile(join(folder, ROLES), 'utf8')) as DumpedRole[] // verified by our checksum
    await makeRoles(database.admin, roles)
    await restoreDump(database.admin, connection, join(folder, DUMP))
    const [row] = await database.admin<{ count: number }[]>`select count(*)::int as count from migrations.applied`
    return row?.count ?? 0
  } finally {
    await database.close()
  }
}
