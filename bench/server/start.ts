import { pino } from 'pino'
import { startEmbeddedPostgres } from 'souk-backend/testing'
import { costFigure, type Figure, middleRound } from '../figure.ts'
import { startProcess, temporaryFolder } from '../harness/market.ts'

const ROUNDS = 3

/** From spawning the process until it responds, against PostgreSQL alone: on a new and on an existing data folder. */
export async function start(): Promise<Figure[]> {
  const cold: { limit: number; ours: number }[] = []
  const warm: { limit: number; ours: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await postgresAlone()
    const ours = await withoutDemo()
    cold.push({ limit: alone.cold, ours: ours.cold })
    warm.push({ limit: alone.warm, ours: ours.warm })
  }
  const demo = await withDemo()
  return [
    costFigure({ name: 'start, new, without demo', unit: 'ms', ...middleRound(cold), goal: '2000 ms' }),
    costFigure({ name: 'start, warm', unit: 'ms', ...middleRound(warm), goal: '500 ms' }),
    costFigure({ name: 'start, new, until it answers', unit: 'ms', ours: demo.ready, goal: '2000 ms' }),
    costFigure({ name: 'start, new, until the demo is filled', unit: 'ms', ours: demo.filled, goal: '10000 ms' }),
  ]
}

async function postgresAlone(): Promise<{ cold: number; warm: number }> {
  const folder = await temporaryFolder()
  try {
    const once = async () => {
      const startedAt = performance.now()
      const server = await startEmbeddedPostgres(folder.path, pino({ level: 'silent' }))
      const milliseconds = performance.now() - startedAt
      await server.stop()
      return milliseconds
    }
    return { cold: await once(), warm: await once() }
  } finally {
    await folder.remove()
  }
}

async function withoutDemo(): Promise<{ cold: number; warm: number }> {
  const folder = await temporaryFolder()
  try {
    const once = async () => {
      const started = await startProcess(folder.path, false)
      await started.stop()
      return started.readyMs
    }
    return { cold: await once(), warm: await once() }
  } finally {
    await folder.remove()
  }
}

async function withDemo(): Promise<{ ready: number; filled: number }> {
  const folder = await temporaryFolder()
  try {
    const started = await startProcess(folder.path, true)
    await started.stop()
    return { ready: started.readyMs, filled: started.filledMs }
  } finally {
    await folder.remove()
  }
}
