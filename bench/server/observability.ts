import { captureCall } from '../data-api/api-call.ts'
import { anAd, readAdCall } from '../data-api/read.ts'
import { costFigure, type Figure, middleRound, rateFigure } from '../figure.ts'
import { httpLoad, type Target } from '../harness/http-load.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { type Costed, costOf } from '../harness/processor-time.ts'

const ROUNDS = 15
const SECONDS = 1
const WARM_UP_SECONDS = 4
const CONNECTIONS = 16

/**
 * Throughput of servers with metrics and with traces against one without, in turns. A second server without either shows the noise. Traces go to
 * the OpenTelemetry collector at BENCH_COLLECTOR.
 */
export async function observability(): Promise<Figure[]> {
  const collector = process.env.BENCH_COLLECTOR
  if (!collector) throw new Error('BENCH_COLLECTOR must be the URL of an OpenTelemetry collector')
  const traced = (ratio: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: ratio })
  const environments = {
    nothing: {},
    'nothing, again': {},
    metrics: { METRICS_PORT: '0' },
    'traces of 1 in 10': traced('0.1'),
    'traces of all': traced('1'),
  }
  const servers: [string, Market][] = []
  try {
    for (const [name, environment] of Object.entries(environments)) {
      servers.push([name, await openMarket({ demo: true, environment })])
    }
    return [...(await compare(servers, 'uncached')), ...(await compare(servers, 'cached'))]
  } finally {
    for (const [, server] of servers) await server.close()
  }
}

async function compare(servers: readonly [string, Market][], kind: 'uncached' | 'cached'): Promise<Figure[]> {
  const targets = await Promise.all(servers.map(([, server]) => targetOf(server, kind)))
  for (const target of targets) await httpLoad(target, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  const rounds: Costed[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const results: Costed[] = []
    for (const [index, [, { pid }]] of servers.entries()) {
      const target = targets[index] as Target // one for each server
      results.push(await costOf([pid], () => httpLoad(target, { connections: CONNECTIONS, seconds: SECONDS })))
    }
    rounds.push(results)
  }
  return servers.slice(1).flatMap(([observed], index) => {
    const name = `${kind} reads with ${observed}`
    const of = (measure: 'perSecond' | 'cost') =>
      middleRound(
        rounds.map((round) => ({
          limit: round[0]?.[measure] ?? Number.NaN,
          ours: round[index + 1]?.[measure] ?? Number.NaN,
        })),
      )
    return [
      rateFigure({ name, unit: 'per second', ...of('perSecond'), goal: '0.97' }),
      costFigure({ name: `${name}, processor time`, unit: 'µs', ...of('cost'), goal: '-' }),
    ]
  })
}

/** One ad with its seller; a token bypasses the cache. */
async function targetOf(market: Market, kind: 'uncached' | 'cached'): Promise<Target> {
  const call = await captureCall(market, readAdCall(await anAd(market)))
  if (kind === 'cached') return call
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${await market.anonymousToken()}` } }
}
