import { ChannelSocket, type Message } from './channels.ts'
import { inWaves } from './raw-socket.ts'

/** Sockets that watch a table; each change must reach all of them. */
export interface Watchers {
  readonly address: string
  readonly table: string
  /** One per socket. */
  readonly tokens: readonly string[]
  readonly changes: number
}

/** Arrival times of each row at each socket: milliseconds since 1970 on the machine's clock. */
export type Arrivals = Readonly<Record<number, number[]>>

const WAVE = 50
const SYSTEM = Buffer.from('"system"')

let given = ''
for await (const chunk of process.stdin) given += String(chunk)
const { address, table, tokens, changes } = JSON.parse(given) as Watchers // created by ../changes.ts
const arrivals: Record<number, number[]> = {}
const sockets: ChannelSocket[] = []
let left = changes * tokens.length
const all = Promise.withResolvers<void>()

await inWaves([...tokens], WAVE, async (token) => {
  const socket = new ChannelSocket(address)
  sockets.push(socket)
  const live = Promise.withResolvers<void>()
  socket.onMessage = (payload) => {
    const now = performance.timeOrigin + performance.now()
    if (payload.includes(SYSTEM)) {
      const { payload: word } = JSON.parse(payload.toString()) as Message
      if (word.status === 'ok') live.resolve()
      else live.reject(new Error(String(word.message)))
      return
    }
    const id = Number(/"record":\{"id":(\d+)/.exec(payload.toString('latin1'))?.[1])
    if (Number.isNaN(id)) return
    arrivals[id] ??= []
    arrivals[id].push(now)
    left -= 1
    if (left === 0) all.resolve()
  }
  await socket.opened
  await socket.join(
    'realtime:bench-changes',
    { postgres_changes: [{ event: 'INSERT', schema: 'public', table }] },
    token,
  )
  await live.promise
})
console.log('ready')
await all.promise
console.log(JSON.stringify(arrivals satisfies Arrivals))
// Lets the process exit once its output has been read.
for (const socket of sockets) socket.destroy()
