import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import { syncFile } from '../sync-file.ts'
import { UploadNotes } from './upload-notes.ts'

/** Our own state of an upload, stored in the same file as the protocol's. */
export interface Progress {
  /** The object's version; recorded before the object is written, so that a crash in between can be detected. */
  readonly version?: string
  /** The object exists; the uploaded bytes are deleted. */
  readonly isFinished?: boolean
}

const UPLOAD_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export function isUploadId(text: string): boolean {
  return UPLOAD_ID.test(text)
}

/** Uploads in progress: `<id>` holds the bytes so far, `<id>.json` the metadata. The file size is the offset. */
export class UploadStore extends FileStore {
  readonly #folder: string
  readonly #pace: (content: Readable) => Readable

  /** @param pace limits the rate of the current request's bytes */
  constructor(folder: string, lifetimeMs: number, pace: (content: Readable) => Readable) {
    super({
      directory: folder,
      configstore: new UploadNotes(folder),
      expirationPeriodInMilliseconds: lifetimeMs,
    })
    this.#folder = folder
    this.#pace = pace
  }

  pathOf(id: string): string {
    return join(this.#folder, id)
  }

  /** Acknowledged bytes are on disk. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const reached = await super.write(this.#pace(content), id, offset)
    await syncFile(this.pathOf(id))
    return reached
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.configstore.get(id)
    if (known && (known as Progress).isFinished) {
      const { size = 0, metadata, creation_date } = known
      return new Upload({
        id,
        size,
        offset: size,
        ...(metadata && { metadata }),
        ...(creation_date && { creation_date }),
      })
    }
    return super.getUpload(id)
  }

  async progressOf(id: string): Promise<Progress> {
    return ((await this.configstore.get(id)) ?? {}) as Progress // the same file, read for the fields that `note` added
  }

  async note(id: string, progress: Progress): Promise<void> {
    const known = await this.configstore.get(id)
    if (known) await this.configstore.set(id, Object.assign(known, progress))
  }

  /** Deletes the bytes; the metadata stays until the upload expires, for later requests. */
  async finish(id: string): Promise<void> {
    await this.note(id, { isFinished: true })
    await rm(this.pathOf(id), { force: true })
  }

  async discard(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(`${this.pathOf(id)}.json`, { force: true })
  }

  /** Removes uploads older than their lifetime. */
  async removeExpired(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const id = name.replace(/\.json(\..*)?$/, '') // a suffix after .json is left by a crash
      const begun = isUploadId(id) ? await this.#begun(id, name) : null
      if (begun === null || now.getTime() <= begun + this.getExpiration()) continue
      await this.discard(id)
      await rm(join(this.#folder, name), { force: true })
    }
  }

  async #begun(id: string, name: string): Promise<number | null> {
    const known = await this.configstore.get(id)
    if (known?.creation_date) return Date.parse(known.creation_date)
    // A crash came before the metadata was written.
    const files = await Promise.all([this.pathOf(id), this.pathOf(name)].map((path) => stat(path).catch(() => null)))
    const times = files.flatMap((file) => (file ? [file.mtimeMs] : []))
    return times.length > 0 ? Math.max(...times) : null
  }
}
