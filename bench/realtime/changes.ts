import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { costFigure, type Figure, percentile } from '../figure.ts'
import type { Arrivals, Watchers } from '../harness/clients/watchers.ts'
import { type Market, OPEN_CHANNELS, openMarket } from '../harness/market.ts'
import { socketAddress } from './broadcast.ts'

const SOCKETS = 1000
const TABLE = 'bench_rows'
const LIMIT_MS = 300_000

/** Time from the acknowledged commit of a row under row level security to the frame at each socket. */
export async function changes(): Promise<Figure[]> {
  const market = await openMarket({ demo: false, environment: OPEN_CHANNELS })
  try {
    await market.sql.unsafe(`
      create table public.${TABLE} (id integer primary key, team integer not null, body text not null);
      alter table public.${TABLE} enable row level security;
      create policy "the team sees it" on public.${TABLE} for select to authenticated
        using (team = 1 and (select auth.uid()) is not null);
      grant select on public.${TABLE} to authenticated;
      alter publication supabase_realtime add table public.${TABLE};`)
    const person = await market.tokenOf(randomUUID())
    const people = await Promise.all(Array.from({ length: SOCKETS }, () => market.tokenOf(randomUUID())))
    const one = await delays(market, [person], { count: 200, pauseMs: 30 })
    const onePerson = Array.from({ length: SOCKETS }, () => person)
    const crowd = await delays(market, onePerson, { count: 100, pauseMs: 100 })
    const strangers = await delays(market, people, { count: 20, pauseMs: 1000 })
    const figure = (who: string, samples: readonly number[], share: number, goal = '-') => {
      const name = `change to ${who}, p${share * 100}`
      return costFigure({ name, unit: 'ms', ours: percentile(samples, share), goal })
    }
    return [
      figure('1 socket', one, 0.5),
      figure('1 socket', one, 0.99),
      figure(`${SOCKETS} sockets of one person`, crowd, 0.5),
      figure(`${SOCKETS} sockets of one person`, crowd, 0.95, '5 ms'),
      figure(`${SOCKETS} sockets of as many people`, strangers, 0.5),
      figure(`${SOCKETS} sockets of as many people`, strangers, 0.95),
    ]
  } finally {
    await market.close()
  }
}

let rows = 0

/** One change after another: measures latency, not throughput. */
interface Pace {
  readonly count: number
  readonly pauseMs: number
}

/** Milliseconds from each acknowledged commit to each socket; 0 when the socket was faster. */
async function delays(market: Market, tokens: readonly string[], { count, pauseMs }: Pace): Promise<number[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../harness/clients/watchers.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  try {
    child.stdin.end(
      JSON.stringify({ address: socketAddress(market), table: TABLE, tokens, changes: count } satisfies Watchers),
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    if ((await lines.next()).value !== 'ready') throw new Error('the watchers did not get ready')
    const acknowledged = new Map<number, number>()
    for (let change = 0; change < count; change++) {
      rows += 1
      const id = rows
      await market.sql`insert into ${market.sql(TABLE)} values (${id}, 1, 'A line of about the usual length.')`
      acknowledged.set(id, performance.timeOrigin + performance.now())
      await wait(pauseMs)
    }
    const { value } = await lines.next()
    if (value === undefined) throw new Error('not every change reached every socket')
    const arrivals = JSON.parse(value) as Arrivals
    return Object.entries(arrivals).flatMap(([id, times]) =>
      times.map((time) => Math.max(0, time - (acknowledged.get(Number(id)) ?? Number.NaN))),
    )
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
