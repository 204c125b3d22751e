import { setTimeout as wait } from 'node:timers/promises'
import { costFigure, type Figure } from '../figure.ts'
import type { Soak, SoakResult } from '../harness/clients/soak.ts'
import { type Market, OPEN_CHANNELS, openMarket } from '../harness/market.ts'
import { runClient } from '../harness/run-client.ts'
import { socketAddress } from './broadcast.ts'

/** For a shorter run: SOAK_SECONDS=20. */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 180)
const CROWD = { sockets: 5000, rooms: 500, messagesPerSecond: 500, movesPerSecond: 50, reconnectsPerSecond: 10 }
/** Before the first memory measurement: code is compiled, buffers and tables have grown. */
const WARM_UP_SECONDS = 20
/** Until the server has noticed all disconnects. */
const SETTLE_MS = 5000

/** 5,000 sockets in 500 rooms with joins and leaves: no message lost or duplicated, and stable memory. */
export async function soak(): Promise<Figure[]> {
  const market = await openMarket({ demo: false, monitored: true, environment: OPEN_CHANNELS })
  try {
    await crowd(market, WARM_UP_SECONDS)
    const before = await conditionAfterAll(market)
    const result = await crowd(market, SECONDS)
    const { loop } = await market.condition()
    const after = await conditionAfterAll(market)
    const name = (what: string) => `soak of ${SECONDS} s, ${what}`
    const count = (what: string, ours: number, goal = '-') => costFigure({ name: name(what), unit: '', ours, goal })
    const ms = (what: string, ours: number, goal = '-') => costFigure({ name: name(what), unit: 'ms', ours, goal })
    const megabytes = (what: string, limit: number, ours: number) =>
      costFigure({ name: name(what), unit: 'MB', limit: limit / 1e6, ours: ours / 1e6, goal: '0.91 (1.1x)' })
    return [
      count('messages sent', result.sent),
      count('delivered', result.delivered),
      count('lost', result.lost, '0'),
      count('doubled', result.doubled, '0'),
      count('moves between rooms', result.moves),
      count('sockets reconnected', result.reconnects),
      count('sockets closed by the server', result.closed, '0'),
      ms('delivery p50', result.p50),
      ms('delivery p99', result.p99),
      ms('event loop late p99', loop.p99, '15 ms'),
      megabytes('memory in use after, against before', before.memory.inUse, after.memory.inUse),
      megabytes('resident memory after, against before', before.memory.resident, after.memory.resident),
    ]
  } finally {
    await market.close()
  }
}

function crowd(market: Market, seconds: number): Promise<SoakResult> {
  return runClient<SoakResult>('soak.ts', { address: socketAddress(market), seconds, ...CROWD } satisfies Soak)
}

async function conditionAfterAll(market: Market) {
  await wait(SETTLE_MS)
  return market.condition()
}
