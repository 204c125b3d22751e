import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configstore } from '@tus/file-store'
import type { Upload } from '@tus/server'

/** Metadata of each upload, in `<folder>/<id>.json`; written to a temporary file and renamed, so that no crash leaves half a file. */
export class UploadNotes implements Configstore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async get(id: string): Promise<Upload | undefined> {
    try {
      return JSON.parse(await readFile(this.#pathOf(id), 'utf8')) as Upload // only `set` writes these files
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  async set(id: string, upload: Upload): Promise<void> {
    const unfinished = `${this.#pathOf(id)}.${randomUUID()}`
    await writeFile(unfinished, JSON.stringify(upload), { flush: true })
    await rename(unfinished, this.#pathOf(id))
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`)
  }
}
