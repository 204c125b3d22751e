import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { MIME_TYPES, sniffImageFormat } from './image-format.ts'

export interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

interface Limits {
  readonly diskBytes: number
  readonly memoryBytes: number
}

const LIMITS: Limits = { diskBytes: 1024 ** 3, memoryBytes: 64 * 1024 ** 2 }
const CACHE_KEY = /^[\w-]{1,200}$/

/** Rendered variants: the hot ones in memory, all recent ones on disk, each made once however many ask for it. */
export interface VariantCache {
  /** @param key stands for the source's version and the whole variant; letters, digits, `_` and `-` */
  get(key: string, render: () => Promise<Buffer>): Promise<RenderedImage>
}

/** @param root the cache's own folder; whatever is in it may be deleted at any time */
export async function openVariantCache(root: string, log: Logger, limits: Limits = LIMITS): Promise<VariantCache> {
  await mkdir(root, { recursive: true })
  const memory = new Map<string, RenderedImage>()
  let memoryBytes = 0
  const disk = await readSizes(root)
  let diskBytes = sum(disk.values())
  const underWay = new Map<string, Promise<RenderedImage>>()
  const pathOf = (key: string) => join(root, key.slice(0, 2), key)

  function remember(key: string, image: RenderedImage): RenderedImage {
    if (memory.has(key) || image.bytes.length > limits.memoryBytes / 8) return image
    memory.set(key, image)
    memoryBytes += image.bytes.length
    for (const [oldest, { bytes }] of memory) {
      if (memoryBytes <= limits.memoryBytes) break
      memory.delete(oldest)
      memoryBytes -= bytes.length
    }
    return image
  }

  async function fromDisk(key: string): Promise<RenderedImage | null> {
    const size = disk.get(key)
    if (size === undefined) return null
    const bytes = await readFile(pathOf(key)).catch(() => null) // another process may have made room
    const image = bytes && asImage(bytes)
    disk.delete(key)
    if (image)
      disk.set(key, size) // now the youngest
    else diskBytes -= size
    return image
  }

  async function toDisk(key: string, bytes: Buffer): Promise<void> {
    const path = pathOf(key)
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(join(root, key.slice(0, 2)), { recursive: true })
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
    diskBytes += bytes.length - (disk.get(key) ?? 0)
    disk.set(key, bytes.length)
    for (const [oldest, size] of disk) {
      if (diskBytes <= limits.diskBytes) break
      disk.delete(oldest)
      diskBytes -= size
      await rm(pathOf(oldest), { force: true })
    }
  }

  async function load(key: string, render: () => Promise<Buffer>): Promise<RenderedImage> {
    const found = await fromDisk(key)
    if (found) return remember(key, found)
    const made = asImage(await render())
    if (!made) throw new Error('The renderer gave bytes that are no picture.')
    // A full disk costs speed, not the answer.
    await toDisk(key, made.bytes).catch((error: unknown) =>
      log.warn({ err: error }, 'a picture variant was not cached'),
    )
    return remember(key, made)
  }

  return {
    async get(key, render) {
      const hot = memory.get(key)
      if (hot) {
        memory.delete(key)
        memory.set(key, hot)
        return hot
      }
      const loading = underWay.get(key) ?? load(key, render).finally(() => underWay.delete(key))
      underWay.set(key, loading)
      return loading
    },
  }
}

function asImage(bytes: Buffer): RenderedImage | null {
  const format = sniffImageFormat(bytes)
  return format === null || format === 'heic' ? null : { bytes, mimeType: MIME_TYPES[format] }
}

/** Sizes by key, the longest unused first, as far as modification times tell. */
async function readSizes(root: string): Promise<Map<string, number>> {
  const found: { key: string; size: number; time: number }[] = []
  for (const folder of await readdir(root)) {
    for (const key of await readdir(join(root, folder))) {
      const path = join(root, folder, key)
      if (CACHE_KEY.test(key)) {
        const { size, mtimeMs } = await stat(path)
        found.push({ key, size, time: mtimeMs })
      } else {
        await rm(path, { force: true }) // a crash came before the rename
      }
    }
  }
  found.sort((a, b) => a.time - b.time)
  return new Map(found.map(({ key, size }) => [key, size]))
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
