/** A changed document, or a deletion if `document` is null. Versions older than the engine's are ignored. */
export interface Change {
  readonly id: string
  readonly version: number
  readonly document: IndexedRow | null
}

/** A row of `listing_search` as `private.engine_documents` returns it. */
export interface IndexedRow extends Readonly<Record<string, unknown>> {
  readonly document: string
  readonly head: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly state: string
  readonly title_length: number
  /** Of the title. */
  readonly words: readonly string[]
}

export interface Slice {
  readonly slice: string
  readonly ads: number
  readonly stamps: number
}

/** Most documents do not match the mapping, which was changed outside. */
export class MappingConflict extends Error {
  override readonly name = 'MappingConflict'
}

/** Index operations of a search engine. */
export interface SearchIndex {
  /**
   * @param target  an index being built; default: the active one
   * @throws {MappingConflict} if most of them were refused; a single one is skipped, and the nightly comparison retries it
   */
  index(changes: readonly Change[], target?: string): Promise<void>
  /** The active index, if it exists and has our mapping. */
  current(): Promise<string | null>
  /** Creates an empty index. */
  create(): Promise<string>
  /** Activates the new index and deletes all others. */
  publish(index: string): Promise<void>
  /** Counts by the first hex digit of the ids, for comparison with the database. */
  slices(): Promise<readonly Slice[]>
  /** All ids with this prefix. */
  idsOf(slice: string): AsyncIterable<readonly string[]>
  health(): Promise<void>
  close(): Promise<void>
}
