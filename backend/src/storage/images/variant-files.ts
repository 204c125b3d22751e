import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY = /^[\w-]{1,200}$/

/** Files by key; evicts the least recently used beyond the size limit. Other processes may use the same folder. */
export class VariantFiles {
  readonly #root: string
  readonly #maxBytes: number
  /** Sizes by key, least recently used first. */
  readonly #sizes: Map<string, number>
  #bytes: number

  static async open(root: string, maxBytes: number): Promise<VariantFiles> {
    await mkdir(root, { recursive: true })
    return new VariantFiles(root, maxBytes, await readSizes(root))
  }

  private constructor(root: string, maxBytes: number, sizes: Map<string, number>) {
    this.#root = root
    this.#maxBytes = maxBytes
    this.#sizes = sizes
    this.#bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  async get(key: string): Promise<Buffer | null> {
    const size = this.#sizes.get(key)
    if (size === undefined) return null
    const bytes = await readFile(this.#pathOf(key)).catch(() => null) // another process may have evicted it
    this.#sizes.delete(key)
    if (bytes)
      this.#sizes.set(key, size) // now the most recently used
    else this.#bytes -= size
    return bytes
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(key)
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
    this.#bytes += bytes.length - (this.#sizes.get(key) ?? 0)
    this.#sizes.set(key, bytes.length)
    for (const [oldest, size] of this.#sizes) {
      if (this.#bytes <= this.#maxBytes) break
      this.#sizes.delete(oldest)
      this.#bytes -= size
      await rm(this.#pathOf(oldest), { force: true })
    }
  }

  #pathOf(key: string): string {
    return join(this.#root, key.slice(0, 2), key)
  }
}

/** Approximates the order of use by modification time. */
async function readSizes(root: string): Promise<Map<string, number>> {
  const found: { key: string; size: number; time: number }[] = []
  for (const folder of await readdir(root)) {
    for (const key of await readdir(join(root, folder))) {
      const path = join(root, folder, key)
      if (KEY.test(key)) {
        const { size, mtimeMs } = await stat(path)
        found.push({ key, size, time: mtimeMs })
      } else {
        await rm(path, { force: true }) // left by a crash before the rename
      }
    }
  }
  found.sort((a, b) => a.time - b.time)
  return new Map(found.map(({ key, size }) => [key, size]))
}
