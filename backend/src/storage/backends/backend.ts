import type { Readable } from 'node:stream'

/** Byte range, both ends inclusive, as in an HTTP Range header. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Stores the bytes of objects, addressed by version only. A version is written once and never changes. Any object store can implement this.
 */
export interface BlobBackend {
  /** Moves a finished local file into the store; durable once resolved. The local file no longer exists afterwards. */
  put(version: string, localPath: string): Promise<void>
  /** Stores the same bytes under a second version. */
  copy(from: string, to: string): Promise<void>
  /** @returns null when the store has no such version. */
  open(version: string, range?: ByteRange): Promise<Readable | null>
  /** Reads the whole blob; for blobs known to be small. @returns null when the store has no such version. */
  read(version: string): Promise<Buffer | null>
  /** Removing a missing version is not an error: two sweepers may run at the same time. */
  remove(version: string): Promise<void>
  /** Lists versions last written before `before`, in batches of moderate size. */
  listOlderThan(before: Date): AsyncIterable<readonly string[]>
  /** Identifies this store; `isNew` when this call created it. */
  identity(): Promise<{ readonly id: string; readonly isNew: boolean }>
}
