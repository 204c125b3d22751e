/** Worker for the queue of unread pictures. */
export interface Reading {
  /** Signals that there may be unread pictures. */
  wake(): void
  /** Resolves after the picture that is being read. */
  stop(): Promise<void>
}
