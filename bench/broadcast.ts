import { once } from 'node:events'
import { WebSocket } from 'ws'
import { byTurns, type Figure, rateFigure } from './figure.ts'
import { startBareServer } from './load.ts'
import type { Market } from './market.ts'

const SOCKETS = 200
const MESSAGES = 2000
/** Messages on their way at once: enough to keep the server busy, few enough that nobody falls behind. */
const WINDOW = 32
const TOPIC = 'realtime:bench'
const LIMIT_MS = 30_000

/** Messages per second delivered to many sockets of one room, against bare `ws` with a frame that is built once. */
export async function broadcast(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const bare = await startBareServer('bare-broadcast.ts')
  try {
    const address = `${market.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${market.publishableKey}&vsn=1.0.0`
    const measured = await byTurns({
      limit: () => deliveryRate(bare.url, async () => undefined),
      ours: () => deliveryRate(address, join),
    })
    return [
      rateFigure({ name: `broadcast to ${SOCKETS} sockets, delivered`, unit: 'per second', ...measured, goal: '0.9' }),
    ]
  } finally {
    await bare.stop()
  }
}

async function deliveryRate(address: string, prepare: (socket: WebSocket) => Promise<void>): Promise<number> {
  const sockets = Array.from({ length: SOCKETS }, () => new WebSocket(address, { perMessageDeflate: false }))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'open')))
    await Promise.all(sockets.map(prepare))
    return await flood(sockets)
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

/** Every socket speaks in turn, so that no sender meets its own rate limit; every socket hears everything. */
function flood(sockets: readonly WebSocket[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const wanted = MESSAGES * SOCKETS
    const startedAt = performance.now()
    let delivered = 0
    let sent = 0
    const timer = setTimeout(() => reject(new Error(`only ${delivered} of ${wanted} messages arrived`)), LIMIT_MS)
    const fill = () => {
      while (sent < MESSAGES && sent - delivered / SOCKETS < WINDOW) sockets[sent++ % SOCKETS]?.send(pushFrame(sent))
    }
    for (const socket of sockets) {
      socket.on('message', () => {
        delivered++
        if (delivered % SOCKETS === 0) fill()
        if (delivered < wanted) return
        clearTimeout(timer)
        resolve(wanted / ((performance.now() - startedAt) / 1000))
      })
    }
    fill()
  })
}

async function join(socket: WebSocket): Promise<void> {
  const config = { broadcast: { self: true, ack: false }, presence: { key: '', enabled: false }, private: false }
  socket.send(JSON.stringify({ topic: TOPIC, event: 'phx_join', payload: { config }, ref: '1', join_ref: '1' }))
  for (;;) {
    const [data] = await once(socket, 'message')
    const { event, payload } = JSON.parse(String(data)) as { event: string; payload: { status?: string } }
    if (event !== 'phx_reply') continue
    if (payload.status !== 'ok') throw new Error(`the join was refused: ${data}`)
    return
  }
}

function pushFrame(sequence: number): string {
  const payload = { type: 'broadcast', event: 'line', payload: { sequence, text: 'A line of about the usual length.' } }
  return JSON.stringify({ topic: TOPIC, event: 'broadcast', payload, ref: null, join_ref: '1' })
}
