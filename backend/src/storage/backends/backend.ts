import type { Readable } from 'node:stream'

/** Bytes to read, both ends included, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where the bytes of objects live, named by version only. A version is written once and never changed.
 * A later object store needs nothing but these calls.
 */
export interface BlobBackend {
  /** Moves a finished local file into the store; durable when it resolves. The file is gone afterwards. */
  put(version: string, localPath: string): Promise<void>
  /** Gives the same bytes a second name. */
  copy(from: string, to: string): Promise<void>
  /** @returns null when the store has no such version. */
  open(version: string, range?: ByteRange): Promise<Readable | null>
  /** The whole of it, for what is known to be small. @returns null when the store has no such version. */
  read(version: string): Promise<Buffer | null>
  /** Removing what is not there is no error: two sweepers may meet. */
  remove(version: string): Promise<void>
  /** Versions last written before `before`, in groups of moderate size. */
  listOlderThan(before: Date): AsyncIterable<readonly string[]>
  /** Identifies this store; `isNew` when it was created just now. */
  identity(): Promise<{ readonly id: string; readonly isNew: boolean }>
}
