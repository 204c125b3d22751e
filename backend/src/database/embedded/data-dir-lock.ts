import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/**
 * Locks `dataDir` for this process. A lock left by a dead process (kill -9) is taken over.
 * @returns a function that releases the lock
 * @throws {StartupError} while another live process holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'server.pid')
  const mine = `${process.pid} ${await startTime(process.pid)}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, mine, { flag: 'wx', mode: 0o600 })
      return async () => {
        if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = await readFile(path, 'utf8').catch(() => '')
    if (await isAlive(holder)) {
      throw new StartupError(
        `Another process (${holder.split(' ')[0]}) already runs on the data folder ${dataDir}; stop it, or set DATA_DIR to another folder.`,
      )
    }
    await rm(path, { force: true })
  }
  throw new StartupError(`The data folder ${dataDir} is being taken by other processes; try again.`)
}

async function isAlive(holder: string): Promise<boolean> {
  const [pid, started] = holder.trim().split(' ')
  if (!pid || !Number.isInteger(Number(pid)) || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // Process IDs are reused; the start time identifies the process (where the system reports it).
  return started === '' || started === undefined || (await startTime(Number(pid))) === started
}

/** Field 22 of /proc/<pid>/stat (proc(5)): clock ticks after boot. Empty where there is no /proc. */
async function startTime(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
