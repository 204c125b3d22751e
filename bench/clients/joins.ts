import { ChannelSocket } from './channels.ts'
import { inWaves } from './raw-socket.ts'

/** Joins, as many at once as there are sockets. */
export interface Joins {
  readonly address: string
  readonly sockets: number
  /** Of each socket; a private topic is left again after each. */
  readonly joins: number
  /** A private topic and a token that may listen to it; null: public topics, all different. */
  readonly topic: { readonly name: string; readonly token: string } | null
}

export interface JoinsResult {
  readonly perSecond: number
}

const { address, sockets: count, joins, topic } = JSON.parse(process.argv[2] ?? '{}') as Joins // made by ../joins.ts
const sockets: ChannelSocket[] = []
await inWaves(Array.from({ length: count }), 100, async () => {
  const socket = new ChannelSocket(address)
  await socket.opened
  sockets.push(socket)
})
const startedAt = performance.now()
await Promise.all(
  sockets.map(async (socket, n) => {
    for (let join = 0; join < joins; join++) {
      if (topic === null) await socket.join(`realtime:room-${n}-${join}`)
      else {
        await socket.join(`realtime:${topic.name}`, { private: true }, topic.token)
        await socket.ask(`realtime:${topic.name}`, 'phx_leave', {})
      }
    }
  }),
)
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ perSecond: (count * joins) / seconds } satisfies JoinsResult))
process.exit(0)
