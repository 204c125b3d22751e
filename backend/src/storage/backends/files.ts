import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFile } from '../sync-file.ts'
import type { BlobBackend, ByteRange } from './backend.ts'
import { FileStream } from './file-stream.ts'

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Stores blobs as files: `<root>/objects/<two hex digits>/<version>`. No client input ever becomes part of a path. */
export async function openFileBackend(root: string): Promise<BlobBackend> {
  const objects = join(root, 'objects')
  await mkdir(objects, { recursive: true })

  const folderOf = (version: string) => join(objects, version.slice(0, 2))
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error('A blob version must be a uuid.')
    return join(folderOf(version), version)
  }

  async function place(version: string, move: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(version)
    await mkdir(folderOf(version), { recursive: true })
    await move(path)
    // A new directory entry is only durable after its directory is synced. Syncing both at once costs one commit of a journalling file system.
    await Promise.all([syncFile(path), syncFolder(folderOf(version))])
  }

  return {
    put: (version, localPath) => place(version, (path) => rename(localPath, path)),

    copy: (from, to) => place(to, (path) => linkOrCopy(pathOf(from), path)),

    open: (version, range) => openFile(pathOf(version), range),

    read: (version) => orNull(readFile(pathOf(version))),

    remove: (version) => rm(pathOf(version), { force: true }),

    async *listOlderThan(before) {
      for (const folder of await readdir(objects)) {
        const versions = (await readdir(join(objects, folder))).filter((name) => VERSION.test(name))
        const old = await Promise.all(versions.map((version) => isOlder(pathOf(version), before)))
        const group = versions.filter((_, index) => old[index])
        if (group.length > 0) yield group
      }
    },

    identity: () => readOrMakeIdentity(join(root, 'store-id')),
  }
}

async function openFile(path: string, range?: ByteRange): Promise<Readable | null> {
  // Opened before any header is sent, so a missing blob is an error response, not a broken connection.
  const file = await orNull(open(path, 'r'))
  return file && new FileStream(file, range)
}

async function orNull<T>(file: Promise<T>): Promise<T | null> {
  try {
    return await file
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A hard link costs nothing where the file system has them; sharing is safe because blobs are never rewritten. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (isMissing(error)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  }
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  try {
    // ctime, because a hard link or a rename makes an old file a new blob.
    return (await stat(path)).ctime < before
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function readOrMakeIdentity(path: string): Promise<{ id: string; isNew: boolean }> {
  try {
    await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 })
    return { id: await readFile(path, 'utf8'), isNew: true }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return { id: (await readFile(path, 'utf8')).trim(), isNew: false }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
