import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'

/**
 * Makes the data folder and proves that it can be written, by writing: permission bits say little to root or on a
 * read-only disk.
 * @throws {StartupError}
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${code}); set DATA_DIR to a folder that this user may write.`,
      { cause },
    )
  }
}
