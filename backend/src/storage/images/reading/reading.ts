/** What works off the pictures that are still to be read. */
export interface Reading {
  /** Says that there may be something to read. */
  wake(): void
  /** After the picture that is being read. */
  stop(): Promise<void>
}
