import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Only detects a folder that is never completed; slow machines need most of it. */
const LIMIT_MS = 170_000

/**
 * Copies the data folder of a stopped server. The copy starts like the original; owners and modes are preserved, as PostgreSQL checks its
 * own.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

/**
 * Creates a folder once for all processes of a test run: the first creates it, the others wait. After a failure the next one tries.
 * @param make  fills the given folder
 */
export async function madeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await wait(50)) {
    if (await exists(folder)) return
    if (!(await takes(lock))) continue
    try {
      // Another process may have finished between the check and the lock.
      if (await exists(folder)) return
      const draft = `${folder}.new`
      await rm(draft, { recursive: true, force: true })
      await make(draft)
      await rename(draft, folder)
      return
    } finally {
      await rm(lock, { recursive: true })
    }
  }
  throw new Error(`${folder} was not made in time`)
}

async function takes(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
