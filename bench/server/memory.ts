import { setTimeout as wait } from 'node:timers/promises'
import { costFigure, type Figure } from '../figure.ts'
import { startProcess, temporaryFolder } from '../harness/market.ts'
import { residentBytes } from '../harness/resident-memory.ts'

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
