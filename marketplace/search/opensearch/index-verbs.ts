/** A document that changed, or is gone if `document` is null. Older versions than the engine has are ignored. */
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

/** Most documents do not fit the index: somebody else made it, or changed its mapping. */
export class MappingConflict extends Error {
  override readonly name = 'MappingConflict'
}

/** The index of a search engine beside the database. */
export interface SearchIndex {
  /**
   * @param target  an index that is being built; default: the one that is searched
   * @throws {MappingConflict} if most of them were refused; a single one is left out, and the nightly comparison tries it again
   */
  index(changes: readonly Change[], target?: string): Promise<void>
  /** The index that is searched, if it is there and its mapping is ours. */
  current(): Promise<string | null>
  /** A new, empty index. */
  create(): Promise<string>
  /** Searches the new index from now on and deletes all others. */
  publish(index: string): Promise<void>
  /** Counts by the first hex digit of the ids, to be compared with the database's. */
  slices(): Promise<readonly Slice[]>
  /** All ids that begin so. */
  idsOf(slice: string): AsyncIterable<readonly string[]>
  health(): Promise<void>
  close(): Promise<void>
}
