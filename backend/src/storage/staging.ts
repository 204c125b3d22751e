import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StorageError } from './errors.ts'

/** A complete file on local disk, until it is stored or dropped. */
export interface StagedFile {
  readonly path: string
  readonly size: number
  /** Hex; used as the protocol's ETag. */
  readonly md5: string
}

/** Incoming bytes. An iterable must release its source on early return. */
export type Bytes = Readable | AsyncIterable<Buffer>

/**
 * The folder for incoming uploads. On the same file system as the blobs, so that storing is a rename. Nothing here is flushed: the store
 * does it.
 */
export interface Staging {
  /** Streams to disk and counts bytes. @throws {StorageError} too_large */
  receive(body: Bytes, limitBytes: number): Promise<StagedFile>
  /** Gives the file at `path` a second name in staging; the first name stays. On the same file system. */
  adopt(path: string): Promise<StagedFile>
  /** A path where another component may write a file. */
  newPath(): string
  describe(path: string): Promise<StagedFile>
  drop(file: Pick<StagedFile, 'path'>): Promise<void>
  /** Removes files left by a crash. */
  removeOlderThan(before: Date): Promise<void>
}

export async function openStaging(root: string): Promise<Staging> {
  const folder = join(root, 'incoming')
  await mkdir(folder, { recursive: true })
  const newPath = () => join(folder, randomUUID())

  return {
    async receive(body, limitBytes) {
      const path = newPath()
      try {
        return await streamToFile(body, path, limitBytes)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    async adopt(source) {
      const path = newPath()
      await link(source, path)
      try {
        return await describeFile(path)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    newPath,
    describe: describeFile,
    drop: (file) => rm(file.path, { force: true }),

    async removeOlderThan(before) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const { mtime } = await stat(path).catch(() => ({ mtime: new Date() })) // stored or dropped in the meantime
        if (mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function describeFile(path: string): Promise<StagedFile> {
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = chunk // no encoding is set
    size += bytes.length
    hash.update(bytes)
  }
  return { path, size, md5: hash.digest('hex') }
}

async function streamToFile(body: Bytes, path: string, limitBytes: number): Promise<StagedFile> {
  const file = await open(path, 'wx')
  const hash = createHash('md5')
  let size = 0
  try {
    // `destroyOnReturn: false`: the route decides what happens to the rest of a refused body.
    for await (const chunk of body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body) {
      const bytes: Buffer = chunk // request bodies are byte streams
      size += bytes.length
      if (size > limitBytes) throw new StorageError('too_large')
      const written = file.writev([bytes])
      hash.update(bytes) // while another thread writes
      await written
    }
  } finally {
    await file.close()
  }
  return { path, size, md5: hash.digest('hex') }
}
