import type { Logger } from 'pino'
import { MIME_TYPES, sniffImageFormat } from './image-format.ts'
import { VariantFiles } from './variant-files.ts'

interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

interface Limits {
  readonly diskBytes: number
  readonly memoryBytes: number
}

const LIMITS: Limits = { diskBytes: 1024 ** 3, memoryBytes: 64 * 1024 ** 2 }

/** Cache of rendered variants: hot ones in memory, recent ones on disk; concurrent requests share one rendering. */
export interface VariantCache {
  /** @param key identifies the source's version and the whole variant; letters, digits, `_` and `-` */
  get(key: string, render: () => Promise<Buffer>): Promise<RenderedImage>
}

/** @param root the cache's own folder; its files may be deleted at any time */
export async function openVariantCache(root: string, log: Logger, limits: Limits = LIMITS): Promise<VariantCache> {
  const files = await VariantFiles.open(root, limits.diskBytes)
  const memory = new Map<string, RenderedImage>()
  let memoryBytes = 0
  const underWay = new Map<string, Promise<RenderedImage>>()

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

  async function load(key: string, render: () => Promise<Buffer>): Promise<RenderedImage> {
    const kept = await files.get(key)
    const found = kept && asImage(kept)
    if (found) return remember(key, found)
    const made = asImage(await render())
    if (!made) throw new Error('The renderer returned no valid image.')
    // A full disk costs speed, not the answer.
    await files
      .put(key, made.bytes)
      .catch((error: unknown) => log.warn({ err: error }, 'a picture variant was not cached'))
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
