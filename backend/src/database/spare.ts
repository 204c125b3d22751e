import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from './embedded/binaries.ts'
import { filesOf, type MigrationSet } from './migrate.ts'
import { readOrCreateSecrets, readSecrets } from './secret-file.ts'

const CLUSTER = 'postgres'
const SECRETS = ['postgres.json', 'authenticator.json'] as const
const SPARE = 'spare-database'
/** Written last: marks a spare as complete. */
const MADE_FROM = 'made-from'

/** Folder of the spare databases, and the migrations they must contain. */
export interface SpareStore {
  readonly cacheDir: string
  readonly migrations: readonly MigrationSet[]
}

/**
 * Prepares a database in advance, so that a new data folder need not wait for initdb and the migrations. It is moved into the first folder
 * that needs one, together with its passwords: installations never share passwords or a system identifier.
 * @param make  fills a data folder; after an interrupted run it is called again on the partly filled folder
 */
export async function makeSpare(store: SpareStore, make: (dataDir: string) => Promise<void>): Promise<void> {
  const madeFrom = await fingerprint(store)
  if ((await madeFromOf(store)) === madeFrom) return
  const draftName = `${SPARE}.${madeFrom.slice(0, 16)}`
  const draft = join(store.cacheDir, draftName)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await make(draft)
  await writeFile(join(draft, MADE_FROM), madeFrom, { flush: true })
  for (const name of await readdir(store.cacheDir)) {
    // The previous spare, and drafts from other migrations.
    if (name.startsWith(SPARE) && name !== draftName)
      await rm(join(store.cacheDir, name), { recursive: true, force: true })
  }
  await rename(draft, join(store.cacheDir, SPARE))
}

/**
 * Moves the spare into a data folder that has no database yet, if there is a spare of these migrations on the same file system. Call it
 * while the folder is locked; after a crash in between, the next start creates a new database.
 */
export async function adoptSpare(store: SpareStore, dataDir: string): Promise<void> {
  const taken = join(dataDir, SPARE)
  await rm(taken, { recursive: true, force: true })
  const cluster = join(dataDir, CLUSTER)
  if (existsSync(cluster) || SECRETS.some((name) => existsSync(join(dataDir, 'secrets', name)))) return
  if ((await madeFromOf(store)) !== (await fingerprint(store))) return
  try {
    await rename(join(store.cacheDir, SPARE), taken)
  } catch {
    return // another server was faster, or this is another file system
  }
  for (const name of SECRETS) {
    const secrets = await readSecrets<Record<string, unknown>>(taken, name)
    if (secrets) await readOrCreateSecrets(dataDir, name, () => secrets)
  }
  await rename(join(taken, CLUSTER), cluster)
  await rm(taken, { recursive: true })
}

/** Null when there is no spare. */
function madeFromOf({ cacheDir }: SpareStore): Promise<string | null> {
  return readFile(join(cacheDir, SPARE, MADE_FROM), 'utf8').catch(() => null)
}

async function fingerprint({ migrations }: SpareStore): Promise<string> {
  const { postgres } = await findBinaries()
  const { size, mtimeMs } = await stat(postgres)
  const hash = createHash('sha256').update(`${postgres} ${size} ${mtimeMs}\n`)
  for (const set of migrations) {
    for (const { name, checksum } of await filesOf(set)) hash.update(`${set.owner}/${name} ${checksum}\n`)
  }
  return hash.digest('hex')
}
