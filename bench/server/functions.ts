import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { byTurns, costFigure, type Figure, rateFigure } from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import { startBareServer } from '../harness/load.ts'
import { temporaryFolder } from '../harness/market.ts'

const IN_FLIGHT = 16
const SECONDS = 2
const WARM_UP_SECONDS = 3
/** Length of the response `"hello"`. */
const BYTES = 7

/** A call of the smallest function, in its own process, against the same response from a bare route; and its first call. */
export async function functions(): Promise<Figure[]> {
  const folder = await temporaryFolder()
  const bare = await startBareServer('bare-json.ts', String(BYTES))
  try {
    const first = await withServer(folder.path, (url) => firstCall('function, first call ever', url))
    return await withServer(folder.path, async (url) => {
      const again = await firstCall('function, first call after a restart', url)
      return [first, again, ...(await warmCalls(bare.url, url))]
    })
  } finally {
    await bare.stop()
    await folder.remove()
  }
}

async function withServer<T>(dataDir: string, measure: (url: string) => Promise<T>): Promise<T> {
  const server = await startBareServer('functions.ts', dataDir)
  try {
    return await measure(server.url)
  } finally {
    await server.stop()
  }
}

/** The limit is a Node process that does nothing. */
async function firstCall(name: string, url: string): Promise<Figure> {
  const emptyAt = performance.now()
  await promisify(execFile)(process.execPath, ['--eval', '0'])
  const limit = performance.now() - emptyAt
  const calledAt = performance.now()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the function answered ${response.status}: ${await response.text()}`)
  const ours = performance.now() - calledAt
  return costFigure({ name, unit: 'ms', limit, ours, goal: '300 ms' })
}

async function warmCalls(bareUrl: string, url: string): Promise<Figure[]> {
  const run = (address: string, connections: number, seconds: number) =>
    httpLoad({ url: address, headers: {} }, { connections, seconds })
  await run(url, IN_FLIGHT, WARM_UP_SECONDS)
  const p50 = async (address: string) => (await run(address, 1, SECONDS)).p50
  const alone = await byTurns({ limit: () => p50(bareUrl), ours: () => p50(url) })
  const rate = async (address: string) => (await run(address, IN_FLIGHT, SECONDS)).perSecond
  const many = await byTurns({ limit: () => rate(bareUrl), ours: () => rate(url) })
  return [
    costFigure({ name: 'function, warm call, p50', unit: 'ms', ...alone, goal: '1 ms' }),
    rateFigure({ name: `function, warm calls, ${IN_FLIGHT} at once`, unit: 'per second', ...many, goal: '-' }),
  ]
}
