import { randomUUID } from 'node:crypto'
import { socketAddress } from './broadcast.ts'
import type { Joins, JoinsResult } from './clients/joins.ts'
import { type Figure, rateFigure } from './figure.ts'
import { type Market, openMarket } from './market.ts'
import { runClient } from './run-client.ts'

const SOCKETS = 200

/** Joins answered per second, of public topics and of private ones, for which the database is asked each time. */
export async function joins(): Promise<Figure[]> {
  const market = await openMarket({ demo: false })
  try {
    const id = randomUUID()
    const own = { name: `user:${id}`, token: await market.tokenOf(id) }
    return [
      await figure(market, 'public', { joins: 50, topic: null }),
      await figure(market, 'private', { joins: 10, topic: own }),
    ]
  } finally {
    await market.close()
  }
}

async function figure(market: Market, kind: string, more: Pick<Joins, 'joins' | 'topic'>): Promise<Figure> {
  const task = { address: socketAddress(market), sockets: SOCKETS, ...more } satisfies Joins
  const { perSecond } = await runClient<JoinsResult>('joins.ts', task)
  return rateFigure({ name: `joins, ${kind}`, unit: 'per second', ours: perSecond, goal: '-' })
}
