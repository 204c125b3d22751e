import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costFigure, type Figure, percentile } from '../figure.ts'
import type { Talks, TalksResult } from '../harness/clients/talks.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { runClient } from '../harness/run-client.ts'
import { socketAddress } from './broadcast.ts'
import { buildPages, shownIn } from './chat-pages.ts'
import { someTalks, type Talk } from './talks.ts'

const TALKS = 500
/** One message per conversation every ten seconds. */
const PER_SECOND = 50
const SECONDS = 40

/**
 * Five hundred active conversations with both users connected: from the request until the other user's socket has the message, and, for one
 * more between two browsers, from the key press until it is shown.
 */
export async function chat(): Promise<Figure[]> {
  buildPages()
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-talks-'))
  const market = await openMarket({ demo: false })
  try {
    const talks = await someTalks(market, TALKS)
    const file = join(folder, 'talks.json')
    await writeFile(file, JSON.stringify(await taskFor(market, talks)))
    const crowd = runClient<TalksResult>('talks.ts', { file })
    const shown = await shownIn(market, () => areTalking(market))
    const { samples, sent, lost } = await crowd
    const name = (what: string) => `chat, ${TALKS} conversations, ${what}`
    return [
      costFigure({ name: name('sent to received, p50'), unit: 'ms', ours: percentile(samples, 0.5), goal: '15 ms' }),
      costFigure({ name: name('sent to received, p95'), unit: 'ms', ours: percentile(samples, 0.95), goal: '40 ms' }),
      costFigure({ name: name(`lost of ${sent}`), unit: 'messages', ours: lost, goal: '0' }),
      costFigure({ name: name('sent to shown, p50'), unit: 'ms', ours: percentile(shown, 0.5), goal: '15 ms' }),
      costFigure({ name: name('sent to shown, p95'), unit: 'ms', ours: percentile(shown, 0.95), goal: '40 ms' }),
    ]
  } finally {
    await market.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function taskFor(market: Market, talks: readonly Talk[]): Promise<Talks> {
  const told = talks.map(async ({ id, buyer, seller }) => {
    const tokens = [await market.tokenOf(buyer), await market.tokenOf(seller)] as const
    return { id, tokens }
  })
  return {
    address: socketAddress(market),
    messagesUrl: `${market.url}/rest/v1/messages`,
    key: market.publishableKey,
    talks: await Promise.all(told),
    perSecond: PER_SECOND,
    seconds: SECONDS,
  }
}

/** Whether all have joined and the first messages are sent. */
async function areTalking({ sql }: Market): Promise<boolean> {
  const [count] = await sql<
    { said: number }[]
  >`select count(*)::int as said from public.messages where body like 'Line %'`
  return (count?.said ?? 0) >= PER_SECOND
}
