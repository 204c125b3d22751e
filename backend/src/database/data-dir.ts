import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'

/**
 * Creates the data folder and verifies that it is writable by writing a file: permission bits mean little for root or on a read-only disk.
 * @throws {StartupError}
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-${randomBytes(6).toString('hex')}`)
  try {
    await makeFolders(dataDir)
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

/** Like mkdir's `recursive`, which never returns on file systems that report a false ENOENT, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return // the probe detects when it is not a folder
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolders(dirname(path))
    await mkdir(path)
  }
}
