import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 500
/** Less than the shortest lease, after which other processes would send it again. */
const LONGEST_MS = 45_000

/** Records in the database that something was sent, retrying while the database is unavailable: otherwise it would be sent again. */
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
