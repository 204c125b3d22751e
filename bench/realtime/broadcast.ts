import { setTimeout as wait } from 'node:timers/promises'
import { byTurns, costFigure, type Figure, rateFigure } from '../figure.ts'
import type { Flood, FloodResult } from '../harness/clients/flood.ts'
import { startBareServer } from '../harness/load.ts'
import { type Market, OPEN_CHANNELS, openMarket } from '../harness/market.ts'
import { runClient } from '../harness/run-client.ts'

const SOCKETS = 1000
const MESSAGES = 400
/** Enough to keep the server busy, few enough that no receiver falls behind. */
const WINDOW = 32
const IDLE_MS = 3000
/** Many receivers and occasional messages to all of them. */
const CROWD = { sockets: 5000, messages: 100, window: 1, everyMs: 100 }

/**
 * Messages per second delivered to the sockets of one room, against bare `ws` sending the same frame, built once; and the event loop delay
 * with very many sockets. The clients run in a separate process.
 */
export async function broadcast(): Promise<Figure[]> {
  const market = await openMarket({ demo: false, monitored: true, environment: OPEN_CHANNELS })
  const bare = await startBareServer('bare-broadcast.ts')
  try {
    const flood = { sockets: SOCKETS, messages: MESSAGES, window: WINDOW, everyMs: null }
    const rate = async (more: Pick<Flood, 'address' | 'topic'>) =>
      (await runClient<FloodResult>('flood.ts', { ...flood, ...more } satisfies Flood)).deliveredPerSecond
    const ours = { address: socketAddress(market), topic: 'realtime:bench' }
    const measured = await byTurns({
      limit: () => rate({ address: bare.url, topic: null }),
      ours: () => rate(ours),
    })
    const crowd = await lateness(market, { ...CROWD, ...ours })
    return [
      rateFigure({
        name: `broadcast to ${SOCKETS} sockets, delivered`,
        unit: 'per second',
        ...measured,
        goal: '0.9, 500000/s',
      }),
      ...crowd,
    ]
  } finally {
    await bare.stop()
    await market.close()
  }
}

export function socketAddress(market: Market, key = market.publishableKey): string {
  return `${market.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`
}

async function lateness(market: Market, flood: Flood): Promise<Figure[]> {
  await market.condition()
  await wait(IDLE_MS)
  const idle = await market.condition()
  const { p50, p99 } = await runClient<FloodResult>('flood.ts', flood)
  const { loop } = await market.condition()
  const name = (what: string) => `broadcast to ${flood.sockets} sockets, ${what}`
  return [
    costFigure({ name: name('delivery p50'), unit: 'ms', ours: p50, goal: '-' }),
    costFigure({ name: name('delivery p99'), unit: 'ms', ours: p99, goal: '-' }),
    // Compared with the idle process, to separate the machine's share.
    costFigure({ name: name('event loop late p99'), unit: 'ms', limit: idle.loop.p99, ours: loop.p99, goal: '15 ms' }),
    costFigure({ name: name('event loop late, most'), unit: 'ms', ours: loop.most, goal: '-' }),
  ]
}
