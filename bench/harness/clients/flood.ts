import { ChannelSocket } from './channels.ts'
import { inWaves, RawSocket } from './raw-socket.ts'

/** Messages to one room, each received by every socket. */
export interface Flood {
  readonly address: string
  /** null when there is nothing to join and every message is echoed to all. */
  readonly topic: string | null
  readonly sockets: number
  readonly messages: number
  /** Messages in flight; with `everyMs`, one at a time at that interval. */
  readonly window: number
  readonly everyMs: number | null
}

export interface FloodResult {
  readonly deliveredPerSecond: number
  /** Milliseconds from sending to each delivery; only with `everyMs`. */
  readonly p50: number
  readonly p99: number
}

const LIMIT_MS = 120_000
const WAVE = 100

const flood = JSON.parse(process.argv[2] ?? '{}') as Flood // created by ../broadcast.ts
const { topic } = flood
const sockets: (RawSocket | ChannelSocket)[] = []
await inWaves(Array.from({ length: flood.sockets }), WAVE, async () => {
  const socket = topic === null ? new RawSocket(flood.address) : new ChannelSocket(flood.address)
  await socket.opened
  if (socket instanceof ChannelSocket && topic !== null) await socket.join(topic)
  sockets.push(socket)
})

const wanted = flood.messages * flood.sockets
const samples: number[] = []
let [delivered, sent, sentAt, startedAt] = [0, 0, 0, performance.now()]
await new Promise<void>((resolve, reject) => {
  setTimeout(() => reject(new Error(`only ${delivered} of ${wanted} messages arrived`)), LIMIT_MS).unref()
  const say = () => {
    sentAt = performance.now()
    // Sockets take turns, so that none reaches its own rate limit.
    sockets[sent % sockets.length]?.send(frameOf(sent))
    sent += 1
  }
  const fill = () => {
    while (sent < flood.messages && sent - delivered / flood.sockets < flood.window) say()
  }
  const hear = () => {
    delivered += 1
    if (flood.everyMs !== null) samples.push(performance.now() - sentAt)
    else if (delivered % flood.sockets === 0) fill()
    if (delivered === wanted) resolve()
  }
  for (const socket of sockets) {
    if (socket instanceof ChannelSocket) socket.onMessage = hear
    else socket.onFrame = hear
  }
  startedAt = performance.now()
  if (flood.everyMs === null) fill()
  else {
    const timer = setInterval(() => (sent < flood.messages ? say() : clearInterval(timer)), flood.everyMs)
  }
})
const seconds = (performance.now() - startedAt) / 1000
samples.sort((a, b) => a - b)
const at = (share: number) => samples[Math.ceil(share * samples.length) - 1] ?? 0
console.log(JSON.stringify({ deliveredPerSecond: wanted / seconds, p50: at(0.5), p99: at(0.99) } satisfies FloodResult))
process.exit(0)

function frameOf(sequence: number): string {
  const payload = { type: 'broadcast', event: 'line', payload: { sequence, text: 'A line of about the usual length.' } }
  return JSON.stringify({ topic: topic ?? 'realtime:bench', event: 'broadcast', payload, ref: null, join_ref: '1' })
}
