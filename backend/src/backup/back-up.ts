import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Config } from '../config/config.ts'
import { openDatabase, parseDatabaseUrl } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { baseBackup } from './base-backup.ts'
import { copyDataFiles } from './data-files.ts'
import { dumpDatabase } from './dump.ts'
import { embeddedMajor, reachEmbedded } from './embedded.ts'
import { type BackedUpFile, type Manifest, writeManifest } from './manifest.ts'
import { readRoles } from './roles.ts'
import { writeHashed } from './write-hashed.ts'

export const BASE_BACKUP = 'database.tar.gz'
export const DUMP = 'database.dump'
export const ROLES = 'roles.json'

/**
 * Backs up an installation, running or stopped, into a new or empty folder: the database, the secrets, and the stored files unless they
 * live in an S3 store. Includes everything acknowledged before the call; concurrent database changes are included as whole transactions.
 * @throws {StartupError} with one sentence for the operator
 */
export async function backUp(config: Config, folder: string, asDump = config.databaseUrl !== null): Promise<Manifest> {
  await makeEmpty(folder)
  const startedAt = new Date().toISOString()
  const before = await copyDataFiles(config.dataDir, folder, new Set()).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new StartupError(`There is no data folder at ${config.dataDir}; set DATA_DIR to the one to back up.`, {
      cause,
    })
  })
  const { postgresMajor, files } = await (asDump ? backUpByDump(config, folder) : backUpFiles(config, folder))
  const after = await copyDataFiles(config.dataDir, folder, new Set(before.map(({ path }) => path)))
  const manifest: Manifest = {
    format: 1,
    startedAt,
    finishedAt: new Date().toISOString(),
    database: asDump ? 'dump' : 'files',
    postgresMajor,
    objects: config.storage.backend === 's3' ? 's3' : 'here',
    files: [...before, ...files, ...after],
  }
  await writeManifest(folder, manifest)
  return manifest
}

async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new StartupError(`${folder} is not empty; a backup needs an empty folder.`)
  }
}

interface DatabasePart {
  readonly postgresMajor: number
  readonly files: readonly BackedUpFile[]
}

async function backUpFiles({ dataDir }: Config, folder: string): Promise<DatabasePart> {
  const postgres = await reachEmbedded(dataDir)
  try {
    const tar = await baseBackup(postgres.connection)
    const packed = createGzip({ level: 4 })
    tar.once('error', (error) => packed.destroy(error))
    const written = await writeHashed(join(folder, BASE_BACKUP), tar.pipe(packed))
    return { postgresMajor: await embeddedMajor(), files: [{ path: BASE_BACKUP, ...written }] }
  } finally {
    await postgres.leave()
  }
}

async function backUpByDump({ dataDir, databaseUrl }: Config, folder: string): Promise<DatabasePart> {
  const postgres =
    databaseUrl === null
      ? await reachEmbedded(dataDir)
      : { connection: parseDatabaseUrl(databaseUrl), leave: async () => undefined }
  const database = openDatabase(postgres.connection, '')
  try {
    const [server] = await database.admin<{ major: number }[]>`
      select current_setting('server_version_num')::int / 10000 as major`
    const postgresMajor = server?.major ?? 0
    const dump = await writeHashed(join(folder, DUMP), await dumpDatabase(postgres.connection, postgresMajor))
    const roles = await writeHashed(
      join(folder, ROLES),
      Readable.from([Buffer.from(JSON.stringify(await readRoles(database.admin), null, 1))]),
    )
    return {
      postgresMajor,
      files: [
        { path: DUMP, ...dump },
        { path: ROLES, ...roles },
      ],
    }
  } finally {
    await database.close()
    await postgres.leave()
  }
}
