import { PipelinePool } from '../../backend/src/database/pipeline/pool.ts'
import { byTurns, type Figure, rateFigure, ratePerSecond } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { captureCall, type DataPath, openDataPath } from './api-call.ts'
import { hasPgbench, openPgbench, type Pgbench } from './pgbench.ts'
import { anAd, fullestCategory, newestCall, readAdCall } from './read.ts'

const IN_FLIGHT = 32
const SECONDS = 1
const CONNECTIONS = 8
/** Rounds of one second: more of them reduce the influence of other load. */
const ROUNDS = 7

/** The pipelined pool with role switching, against pgbench with one prepared statement and the role set at login. */
export async function dataPath(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const installed = await hasPgbench()
  if (!installed) console.log('pgbench is not installed: the limit is our own pipelining without a role switch.')
  const pgbench = await openPgbench(market)
  const calls = {
    'data path, read one ad': readAdCall(await anAd(market)),
    'data path, newest 24 in a category': newestCall(await fullestCategory(market)),
  }
  const figures: Figure[] = []
  for (const [name, call] of Object.entries(calls)) {
    const path = await openDataPath(market, await captureCall(market, call))
    try {
      const limit = async () =>
        installed
          ? ((await pgbench.run(path.statement, CONNECTIONS, SECONDS))?.perSecond ?? 0)
          : plainRate(market, path, pgbench)
      const ours = () => ratePerSecond(IN_FLIGHT, SECONDS, path.run)
      const measured = await byTurns({ limit, ours }, ROUNDS)
      figures.push(rateFigure({ name, unit: 'per second', ...measured, goal: '1.0' }))
    } finally {
      await path.close()
    }
  }
  return figures
}

async function plainRate(market: Market, { statement }: DataPath, { login }: Pgbench): Promise<number> {
  const pool = new PipelinePool({ connection: { ...market.authenticator, ...login } })
  try {
    return await ratePerSecond(IN_FLIGHT, SECONDS, () => pool.run([statement]))
  } finally {
    await pool.close()
  }
}
