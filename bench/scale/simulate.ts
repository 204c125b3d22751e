import { percentile } from '../figure.ts'

/** Where requests wait and are worked on: first come, first served. */
export interface Station {
  readonly name: string
  /** Requests worked on at the same time. */
  readonly cores: number
  /** Queues, each with its share of the cores; a request goes to any one of them. A machine of Node processes has one per core. */
  readonly queues: number
}

/** Poisson arrivals of one kind of request. */
export interface Kind {
  readonly perSecond: number
  /** Mean milliseconds at each station, in the order of `stations`; exponentially distributed. */
  readonly milliseconds: readonly number[]
}

export interface Simulated {
  /** Share of the time that a core works, by station. */
  readonly utilisation: readonly number[]
  /** Waiting times by station, without the work itself. */
  readonly waits: readonly Times[]
  /** From arrival to answer. */
  readonly answers: Times
}

interface Times {
  readonly mean: number
  readonly p95: number
  readonly p99: number
}

interface Request {
  readonly kind: Kind
  readonly arrivedAt: number
  /** When it reaches the next station. */
  at: number
}

/**
 * Simulates requests that pass each station once. All times in milliseconds; the first tenth is not counted.
 * @param random  uniform in [0, 1)
 */
export function simulate(
  stations: readonly Station[],
  kinds: readonly Kind[],
  seconds: number,
  random: () => number,
): Simulated {
  const end = seconds * 1000
  const exponential = (mean: number) => -Math.log(1 - random()) * mean
  const requests = kinds.flatMap((kind) => arrivals(kind, end, exponential))
  const waits: Times[] = []
  const utilisation: number[] = []
  for (const [index, { cores, queues }] of stations.entries()) {
    const free = Array.from({ length: queues }, () => new Float64Array(cores / queues))
    const waited: number[] = []
    let busy = 0
    requests.sort((a, b) => a.at - b.at)
    for (const request of requests) {
      const queue = free[Math.floor(random() * queues)] as Float64Array // one of them
      const core = soonest(queue)
      const startsAt = Math.max(request.at, queue[core] ?? 0)
      const works = exponential(request.kind.milliseconds[index] ?? 0)
      if (request.arrivedAt > end / 10) waited.push(startsAt - request.at)
      busy += works
      request.at = startsAt + works
      queue[core] = request.at
    }
    waits.push(timesOf(waited))
    utilisation.push(busy / end / cores)
  }
  const counted = requests.filter(({ arrivedAt }) => arrivedAt > end / 10)
  return { utilisation, waits, answers: timesOf(counted.map(({ at, arrivedAt }) => at - arrivedAt)) }
}

function arrivals(kind: Kind, end: number, exponential: (mean: number) => number): Request[] {
  const requests: Request[] = []
  const gap = 1000 / kind.perSecond
  for (let at = exponential(gap); at < end; at += exponential(gap)) requests.push({ kind, arrivedAt: at, at })
  return requests
}

function soonest(free: Float64Array): number {
  let best = 0
  for (let core = 1; core < free.length; core++) if ((free[core] ?? 0) < (free[best] ?? 0)) best = core
  return best
}

function timesOf(samples: readonly number[]): Times {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  return { mean, p95: percentile(samples, 0.95), p99: percentile(samples, 0.99) }
}
