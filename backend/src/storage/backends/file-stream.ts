import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ByteRange } from './backend.ts'

const CHUNK_BYTES = 256 * 1024
/** So much memory waits for the next download, at most. */
const MOST_SPARE = 16
const spare: Buffer[] = []

/**
 * The bytes of an open file; it closes the file. Piped into an answer, it reads into the same two pieces of memory again and again, where
 * node's own stream would take fresh memory for every chunk: measured, the collector then took a quarter of a download.
 */
export class FileStream extends Readable {
  readonly #file: FileHandle
  #at: number
  /** The first byte that is not asked for any more. */
  readonly #end: number

  constructor(file: FileHandle, range?: ByteRange) {
    super({ highWaterMark: CHUNK_BYTES })
    this.#file = file
    this.#at = range?.start ?? 0
    this.#end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  }

  override _read(): void {
    this.#fill(Buffer.allocUnsafe(CHUNK_BYTES)).then(
      (bytes) => this.push(bytes),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Waits for a read that is under way.
    this.#file.close().then(
      () => done(error),
      (failure: Error) => done(error ?? failure),
    )
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    // Other streams may hold on to what they were given.
    if (!(destination instanceof ServerResponse)) return super.pipe(destination, options)
    this.#send(destination).catch((error: Error) => this.destroy(error))
    return destination
  }

  async #send(response: ServerResponse): Promise<void> {
    let [current, next] = [
      spare.pop() ?? Buffer.allocUnsafe(CHUNK_BYTES),
      spare.pop() ?? Buffer.allocUnsafe(CHUNK_BYTES),
    ]
    const own = [current, next]
    let written: Promise<void> = Promise.resolve()
    for (;;) {
      const bytes = await this.#fill(current)
      // Whoever still writes from the other piece does not find it changed.
      await written
      if (bytes === null || this.destroyed) break
      written = write(response, bytes)
      written.catch(() => undefined) // told by the wait for it
      ;[current, next] = [next, current]
    }
    // Only here nobody reads or writes them any more; after a failure they are left to the collector.
    for (const piece of own) if (spare.length < MOST_SPARE) spare.push(piece)
    if (this.destroyed) return
    response.end()
    this.push(null)
    this.resume()
  }

  /** The next bytes, in the given memory; null at the end. */
  async #fill(memory: Buffer): Promise<Buffer | null> {
    const wanted = Math.min(memory.length, this.#end - this.#at)
    if (wanted <= 0) return null
    const { bytesRead } = await this.#file.read(memory, 0, wanted, this.#at)
    this.#at += bytesRead
    return bytesRead === 0 ? null : memory.subarray(0, bytesRead)
  }
}

/** Resolves when the bytes have left for the network. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The reader left'))
    response.once('close', fail)
    response.write(bytes, (error) => {
      response.removeListener('close', fail)
      if (error) reject(error)
      else resolve()
    })
  })
}
