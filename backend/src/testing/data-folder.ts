import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Only to tell a folder that is never made from one on a busy machine. */
const LIMIT_MS = 170_000

/**
 * Copies the data folder of a server that was stopped. The copy starts as the original would; owners and modes stay, for
 * PostgreSQL asks for its own.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

/**
 * Makes a folder once for all processes of a test run: whoever comes first makes it, the others wait. When making it
 * fails, the next one tries.
 * @param make  fills the folder that it is given
 */
export async function madeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await wait(50)) {
    if (await exists(folder)) return
    if (!(await takes(lock))) continue
    try {
      // Between the look and the lock somebody may have finished.
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
