import { createReadStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { BackedUpFile } from './manifest.ts'
import { writeHashed } from './write-hashed.ts'

/** Paths below the data folder that are excluded: the database has its own backup, the rest is expendable. */
const LEFT_OUT = ['postgres', 'postgres.new', 'cache', 'server.pid', 'address.json', 'storage/incoming', 'storage/tus']

/** Folder of the data folder's files within a backup. */
export const FILES = 'files'

/**
 * Copies secrets, stored files and kept emails into the backup, except those already in `known`. Stored files never change once written, so
 * one pass before and one after the database backup covers all that it references; a file deleted during the copy is skipped.
 */
export async function copyDataFiles(
  dataDir: string,
  backup: string,
  known: ReadonlySet<string>,
): Promise<BackedUpFile[]> {
  const copied: BackedUpFile[] = []
  for await (const path of filesOf(dataDir)) {
    const to = `${FILES}/${path}`
    if (known.has(to)) continue
    await mkdir(dirname(join(backup, to)), { recursive: true, mode: 0o700 })
    const source = createReadStream(join(dataDir, path))
    const opened = await new Promise<boolean>((resolve, reject) => {
      source.once('open', () => resolve(true))
      source.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(false) : reject(error)))
    })
    if (opened) copied.push({ path: to, ...(await writeHashed(join(backup, to), source)) })
  }
  return copied
}

/** Paths below the data folder, with forward slashes. */
async function* filesOf(dataDir: string, folder = dataDir): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = relative(dataDir, path).split(sep).join('/')
    if (LEFT_OUT.includes(name) || entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesOf(dataDir, path)
    else if (entry.isFile()) yield name
  }
}
