import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { costFigure, type Figure } from '../figure.ts'
import { startProcess, temporaryFolder } from '../harness/market.ts'

const IDLE_MS = 3000

/** Resident memory of the idle server process after some pages, without PostgreSQL. */
export async function memory(): Promise<Figure[]> {
  const folder = await temporaryFolder()
  try {
    const started = await startProcess(folder.path, false)
    try {
      for (let visit = 0; visit < 20; visit++) await (await fetch(started.url)).text()
      await wait(IDLE_MS)
      const bytes = await residentBytes(started.child.pid ?? 0)
      if (bytes === null) return []
      return [costFigure({ name: 'memory, idle', unit: 'MB', ours: bytes / 1e6, goal: '150 MB' })]
    } finally {
      await started.stop()
    }
  } finally {
    await folder.remove()
  }
}

/** VmRSS of proc_pid_status(5); null where there is no /proc. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
