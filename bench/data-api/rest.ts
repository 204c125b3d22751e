import { costFigure, type Figure, middleRound, rateFigure, waitsOf, withUnasked } from '../figure.ts'
import type { HttpResult } from '../harness/clients/http-client.ts'
import { httpLoad } from '../harness/http-load.ts'
import { startBareServer } from '../harness/load.ts'
import type { Market } from '../harness/market.ts'
import { type Costed, costOf } from '../harness/processor-time.ts'
import { type ApiCall, captureCall, type DataPath, openDataPath } from './api-call.ts'
import { hasPgbench, openPgbench } from './pgbench.ts'
import { anAd, readAdCall } from './read.ts'

const CONNECTIONS = [1, 16, 64]
/** Short alternating slices, so that other load affects all of them; pgbench measures whole seconds. */
const ROUNDS = 7
const SECONDS = 1
const WARM_UP_SECONDS = 4

/** One slice of each kind. */
interface Round {
  /** The prepared statement from one Node process, without HTTP. */
  readonly raw: Costed
  readonly uncached: Costed
  readonly pgbench: HttpResult | null
  /** Fastify with a text of the same length, for the same request. */
  readonly fixed: Costed
  readonly cached: Costed
}

/**
 * One ad with seller and photos through the data API: over HTTP against the same prepared statement without HTTP, that one against pgbench,
 * and from the cache against a static response of Fastify.
 */
export async function restApi(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const cached = await captureCall(market, readAdCall(await anAd(market)))
  const uncached = await pastTheCache(market, cached)
  const path = await openDataPath(market, cached)
  const body = await (await fetch(cached.url, { headers: cached.headers })).text()
  const bare = await startBareServer('bare-json.ts', String(Buffer.byteLength(body)))
  const { pathname, search } = new URL(cached.url)
  const fixed = { url: new URL(`${pathname}${search}`, bare.url).href, headers: cached.headers }
  const pgbench = (await hasPgbench()) ? await openPgbench(market) : null
  try {
    for (const target of [uncached, cached, fixed]) {
      await httpLoad(target, { connections: 16, seconds: WARM_UP_SECONDS })
    }
    await requireKept(cached)
    const figures: Figure[] = []
    for (const connections of CONNECTIONS) {
      const load = { connections, seconds: SECONDS }
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const database = await backendsOf(market)
        rounds.push({
          raw: await costOf([process.pid, ...database], () => pathLoad(path, connections)),
          uncached: await costOf([market.pid, ...database], () => httpLoad(uncached, load)),
          pgbench: pgbench ? await pgbench.run(path.statement, connections, SECONDS) : null,
          fixed: await costOf([bare.pid], () => httpLoad(fixed, load)),
          cached: await costOf([market.pid], () => httpLoad(cached, load)),
        })
      }
      figures.push(...compareRounds(rounds, connections))
    }
    return figures
  } finally {
    await bare.stop()
    await path.close()
  }
}

/** The same request with a token of the same role, which bypasses the cache. */
async function pastTheCache(market: Market, call: ApiCall): Promise<ApiCall> {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${await market.anonymousToken()}` } }
}

async function backendsOf({ sql }: Market): Promise<number[]> {
  return (await sql<{ pid: number }[]>`select pid from pg_stat_activity`).map(({ pid }) => pid)
}

async function requireKept({ url, headers }: ApiCall): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.text()
  if (answer.headers.get('etag') === null) throw new Error('the answer is not kept: the change stream does not flow')
}

async function pathLoad(path: DataPath, inFlight: number): Promise<HttpResult> {
  const samples: number[] = []
  const startedAt = performance.now()
  const end = startedAt + SECONDS * 1000
  const work = async () => {
    while (performance.now() < end) {
      const askedAt = performance.now()
      await path.run()
      samples.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const milliseconds = performance.now() - startedAt
  const waits = waitsOf(withUnasked(samples, milliseconds, inFlight))
  return { requests: samples.length, perSecond: samples.length / (milliseconds / 1000), ...waits }
}

function compareRounds(rounds: readonly Round[], connections: number): Figure[] {
  const pairs = (limit: keyof Round, ours: keyof Round) =>
    rounds.flatMap((round) => (round[limit] && round[ours] ? [{ limit: round[limit], ours: round[ours] }] : []))
  return [
    ...compare(`no HTTP, ${connections} at once`, pairs('pgbench', 'raw'), '1.0'),
    ...compare(`uncached, ${connections} at once`, pairs('raw', 'uncached'), '0.75'),
    leftByHttp(`uncached, ${connections} at once, of raw SQL and HTTP`, rounds),
    ...costs(`uncached, ${connections} at once`, rounds, 'raw', 'uncached'),
    ...compare(`cached, ${connections} at once`, pairs('fixed', 'cached'), '0.85'),
    ...costs(`cached, ${connections} at once`, rounds, 'fixed', 'cached'),
  ]
}

/**
 * The best possible result over HTTP: the raw statement plus a fixed response of Fastify, each at the rate that it reaches alone on the
 * same cores. To meet the goal relative to the raw statement, HTTP would have to cost nothing.
 */
function leftByHttp(name: string, rounds: readonly Round[]): Figure {
  const middle = middleRound(
    rounds.map(({ raw, fixed, uncached }) => ({
      limit: 1 / (1 / raw.perSecond + 1 / fixed.perSecond),
      ours: uncached.perSecond,
    })),
  )
  return rateFigure({ name: `rest, ${name}`, unit: 'per second', ...middle, goal: '-' })
}

/** For each measure, the round with the median ratio. */
function compare(name: string, rounds: readonly { limit: HttpResult; ours: HttpResult }[], goal: string): Figure[] {
  if (rounds.length === 0) return []
  const of = (measure: keyof HttpResult) =>
    middleRound(rounds.map(({ limit, ours }) => ({ limit: limit[measure], ours: ours[measure] })))
  const waits = (['p50', 'p95', 'p99'] as const).map((share) =>
    costFigure({ name: `rest, ${name}, ${share}`, unit: 'ms', ...of(share), goal: '-' }),
  )
  return [rateFigure({ name: `rest, ${name}`, unit: 'per second', ...of('perSecond'), goal }), ...waits]
}

/** CPU time of the server (and of PostgreSQL, where used) for one request; without the client's. */
function costs(name: string, rounds: readonly Round[], limit: 'raw' | 'fixed', ours: 'uncached' | 'cached'): Figure[] {
  const middle = middleRound(rounds.map((round) => ({ limit: round[limit].cost, ours: round[ours].cost })))
  if (Number.isNaN(middle.ours)) return []
  return [costFigure({ name: `rest, ${name}, processor time`, unit: 'µs', ...middle, goal: '-' })]
}
