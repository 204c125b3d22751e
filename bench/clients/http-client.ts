import { connect, type Socket } from 'node:net'

/** What to send: the same request over and over on a number of connections, each waiting for its answer. */
export interface HttpLoad {
  readonly url: string
  readonly headers: Record<string, string>
  readonly connections: number
  /** Ends after this many seconds, or this many requests. */
  readonly seconds: number | null
  readonly requests: number | null
}

/** Milliseconds are for one request, as the client waited for it. */
export interface HttpResult {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

const MOST_SAMPLES = 2_000_000
const HEAD_END = Buffer.from('\r\n\r\n')

const load = JSON.parse(process.argv[2] ?? '{}') as HttpLoad // made by ../http-load.ts
const samples: number[] = []
let sent = 0
let answered = 0
const startedAt = performance.now()
const end = load.seconds === null ? Number.POSITIVE_INFINITY : startedAt + load.seconds * 1000

await Promise.all(Array.from({ length: load.connections }, converse))
const seconds = (performance.now() - startedAt) / 1000
samples.sort((a, b) => a - b)
const at = (share: number) => samples[Math.min(samples.length - 1, Math.ceil(share * samples.length) - 1)] ?? Number.NaN
const result: HttpResult = {
  requests: answered,
  perSecond: answered / seconds,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
}
console.log(JSON.stringify(result))

/** One connection: a plain socket, because a full client would cost more than the server that is measured. */
function converse(): Promise<void> {
  const { hostname, port, pathname, search } = new URL(load.url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...load.headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let expected = -1
    let askedAt = 0
    const ask = () => {
      if (performance.now() >= end || sent >= (load.requests ?? Number.POSITIVE_INFINITY)) {
        socket.destroy()
        resolve()
        return
      }
      sent += 1
      askedAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (expected < 0) {
        const head = pending.indexOf(HEAD_END)
        if (head < 0) return
        const text = pending.toString('latin1', 0, head)
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.split('\r\n')[0]))
        const length = /^content-length: (\d+)/im.exec(text)?.[1]
        if (length === undefined) return reject(new Error('an answer without a length'))
        expected = head + HEAD_END.length + Number(length)
      }
      if (pending.length < expected) return
      pending = Buffer.alloc(0)
      expected = -1
      answered += 1
      if (samples.length < MOST_SAMPLES) samples.push(performance.now() - askedAt)
      ask()
    })
  })
}
