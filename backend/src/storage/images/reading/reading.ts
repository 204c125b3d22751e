/** Worker for the queue of unread pictures. */
export interface Reading {
  /** Signals that there may be unread pictures. */
  wake(): void
  /** Ends the reading under way; its picture is left to the next process. */
  stop(): Promise<void>
}
