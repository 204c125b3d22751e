import { connect, type Socket } from 'node:net'
import { type Waits, waitsOf, withUnasked } from '../../figure.ts'

/** A load: the same requests in rotation on a number of connections, one at a time on each. */
export interface HttpLoad {
  /** URLs of one server. */
  readonly urls: readonly string[]
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
  readonly connections: number
  /** Ends after this many seconds or requests. */
  readonly seconds: number | null
  readonly requests: number | null
}

/** Times are corrected by `withUnasked`. */
export interface HttpResult extends Waits {
  readonly requests: number
  readonly perSecond: number
}

/** Result of a load. */
export type HttpReport = HttpResult | { readonly error: string }

const MOST_SAMPLES = 2_000_000
const HEAD_END = Buffer.from('\r\n\r\n')

// ../http-load.ts sends loads one at a time.
process.on('message', (load: HttpLoad) => {
  carryOut(load).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  )
})

async function carryOut(load: HttpLoad): Promise<HttpResult> {
  const samples: number[] = []
  const requests = load.urls.map((url) => requestTo(url, load))
  const startedAt = performance.now()
  const end = load.seconds === null ? Number.POSITIVE_INFINITY : startedAt + load.seconds * 1000
  const most = load.requests ?? Number.POSITIVE_INFINITY
  let sent = 0
  let answered = 0
  const work: Work = {
    next: () => {
      if (performance.now() >= end || sent >= most) return null
      return requests[sent++ % requests.length] ?? null
    },
    answered: (milliseconds) => {
      answered += 1
      if (samples.length < MOST_SAMPLES) samples.push(milliseconds)
    },
  }
  const { hostname, port } = new URL(load.urls[0] ?? '')
  await Promise.all(Array.from({ length: load.connections }, () => converse(hostname, Number(port), work)))
  const milliseconds = performance.now() - startedAt
  const waits = waitsOf(withUnasked(samples, milliseconds, load.connections))
  return { requests: answered, perSecond: answered / (milliseconds / 1000), ...waits }
}

interface Work {
  /** The next request, or null at the end. */
  next(): Buffer | null
  answered(milliseconds: number): void
}

function requestTo(url: string, { method, headers, body }: HttpLoad): Buffer {
  const { host, pathname, search } = new URL(url)
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** One connection: a plain socket, because a full client would cost more than the measured server. */
function converse(host: string, port: number, work: Work): Promise<void> {
  const socket: Socket = connect({ host, port, noDelay: true })
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    /** Bytes of the response still to come; negative until its head is read. */
    let missing = -1
    let askedAt = 0
    const ask = () => {
      const request = work.next()
      if (!request) {
        socket.destroy()
        resolve()
        return
      }
      askedAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.split('\r\n')[0]))
        const length = /^content-length: (\d+)/im.exec(text)?.[1]
        if (length === undefined) return reject(new Error('an answer without a length'))
        missing = end + HEAD_END.length + Number(length) - head.length
        head = Buffer.alloc(0)
      }
      if (missing > 0) return
      missing = -1
      work.answered(performance.now() - askedAt)
      ask()
    })
  })
}
