import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { costFigure, type Figure, percentile, timeEach } from '../figure.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { readInbox } from './inbox.ts'
import { aCrowd, aFullInbox, clientOf } from './talks.ts'

/** Messages of other people, in the small and in the large market. */
const FEW = Number(process.env.FEW ?? 100_000)
const MANY = Number(process.env.BENCH_MESSAGES ?? 1_000_000)
const ROUNDS = 5
const RUNS = 100
/** The query of the page (marketplace/web/src/features/messages/api.ts). */
const MESSAGE =
  'id,conversation_id,sender_id,kind,body,payload,client_id,created_at,delivered_at,read_at,deleted_at,notice,notice_sentence,masked'

/** One thread with a client of its buyer. */
interface Reader {
  readonly client: SupabaseClient
  readonly conversation: string
}

/** Inbox, thread and sending among many messages of other people, against a market with few, in turns. */
export async function growth(): Promise<Figure[]> {
  const markets: Market[] = []
  try {
    const byMarket: Readonly<Record<string, Action>>[] = []
    for (const messages of [FEW, MANY]) {
      const market = await openMarket({ demo: false })
      markets.push(market)
      byMarket.push(await actionsIn(market, messages))
    }
    const [few = {}, many = {}] = byMarket
    const figures: Figure[] = []
    for (const name of Object.keys(few)) figures.push(...(await compare(name, few[name], many[name])))
    return figures
  } finally {
    for (const market of markets) await market.close()
  }
}

async function actionsIn(market: Market, messages: number): Promise<Readonly<Record<string, Action>>> {
  const seller = await clientOf(market, await aFullInbox(market, 10_000))
  await market.sql`update public.rate_limits set allowed = 100000`
  const readers = await Promise.all(
    (await aCrowd(market, messages)).map(async ({ id, buyer }) => ({
      client: await clientOf(market, buyer),
      conversation: id,
    })),
  )
  const readerOf = (n: number) => readers[n % readers.length] as Reader // never empty
  return {
    'inbox, first page': () => readInbox(seller, 'inbox', null),
    thread: (n: number) => readThread(readerOf(n)),
    'sending a message': (n: number) => sendTo(readerOf(n)),
  }
}

async function readThread({ client, conversation }: Reader): Promise<void> {
  const { data, error } = await client
    .from('messages')
    .select(MESSAGE)
    .eq('conversation_id', conversation)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(50)
  if (error) throw error
  if (data.length < 20) throw new Error(`a thread of ${data.length} messages`)
}

async function sendTo({ client, conversation }: Reader): Promise<void> {
  const body = `Is Friday evening fine? ${randomUUID()}`
  const { error } = await client.from('messages').insert({ conversation_id: conversation, body }).select(MESSAGE)
  if (error) throw error
}

type Action = (n: number) => Promise<void>

async function compare(name: string, few: Action = unknown, many: Action = unknown): Promise<Figure[]> {
  const [ofFew, ofMany]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ofFew.push(...(await timeEach(RUNS, (n) => few(round * RUNS + n))))
    ofMany.push(...(await timeEach(RUNS, (n) => many(round * RUNS + n))))
  }
  return [0.5, 0.95].map((share) =>
    costFigure({
      name: `${name} among ${MANY} messages against ${FEW}, p${share * 100}`,
      unit: 'ms',
      limit: percentile(ofFew, share),
      ours: percentile(ofMany, share),
      goal: share === 0.95 ? '0.83' : '-',
    }),
  )
}

const unknown: Action = () => Promise.reject(new Error('both markets have the same actions'))
