import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 500
/** Below the shortest lease, after which others would send it again. */
const LONGEST_MS = 45_000

/**
 * Notes in the database that something was sent. What was sent cannot be taken back, so a database that is gone for a moment is waited
 * for: otherwise it would be sent again.
 */
export async function insist(note: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; ; await wait(PAUSE_MS)) {
    try {
      await note()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
