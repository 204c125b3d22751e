import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const GRACEFUL_MS = 20_000

/**
 * Stops a PostgreSQL that outlived its parent (kill -9 of the parent alone), so that the cluster can be started again.
 * No data is lost: fast shutdown first (SIGINT), immediate (SIGQUIT) only if that hangs; recovery replays the WAL.
 */
export async function stopOrphan(clusterDir: string): Promise<void> {
  const pid = await postmasterOf(clusterDir)
  if (pid === null) return
  if (!(await isPostgres(pid))) {
    // The process ID was reused after a crash; PostgreSQL would refuse to start with this pid file.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalTo(pid, signal)
    for (const deadline = Date.now() + GRACEFUL_MS; Date.now() < deadline; await wait(25)) {
      if (!(await isPostgres(pid))) return
    }
  }
}

/** Whether any PostgreSQL is running on this cluster. */
export async function isRunningOn(clusterDir: string): Promise<boolean> {
  const pid = await postmasterOf(clusterDir)
  return pid !== null && isPostgres(pid)
}

async function postmasterOf(clusterDir: string): Promise<number | null> {
  const pid = Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return signalTo(pid, 0)
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return name.trim() === 'postgres' && !/\) Z /.test(state)
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false // gone already
  }
}
