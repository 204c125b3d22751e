import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { networkOfRequest } from '../../http/client-address.ts'
import { TokenBuckets } from '../../rate-limits/token-bucket.ts'
import type { Load } from '../cluster/parcel.ts'
import type { RealtimeContext } from '../context.ts'
import { MOST_ADDRESSES } from '../limits.ts'
import { Connection } from './connection.ts'
import { receive } from './dispatch.ts'
import { checkHandshake, type Handshake, realtimeAddress, refuseUpgrade } from './handshake.ts'
import { SocketCensus } from './socket-census.ts'

/** RFC 6455: the server goes away; clients reconnect, possibly to another one. */
const GOING_AWAY = 1001
/** Checks for silent clients per idle time: a silent one may stay a twelfth longer. */
const SWEEPS_PER_IDLE_TIME = 12
/** How long a client has to answer the close frame at shutdown. */
const FAREWELL_MS = 1_000

/** All WebSockets of this process: upgrades, idle checks, and shutdown. */
export class Sockets {
  readonly #context: RealtimeContext
  readonly #server: WebSocketServer
  readonly #connections = new Set<Connection>()
  readonly #census: SocketCensus
  readonly #connects = new TokenBuckets({ most: MOST_ADDRESSES })
  readonly #sweep: NodeJS.Timeout
  #isClosing = false

  constructor(context: RealtimeContext) {
    this.#context = context
    this.#census = new SocketCensus(context.limits, context.peerLoads)
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compression would cost memory per socket, and frames could not be shared between receivers.
      perMessageDeflate: false,
      maxPayload: context.limits.frameBytes,
    })
    this.#sweep = setInterval(
      () => this.#closeIdle(),
      (context.limits.idleSeconds * 1000) / SWEEPS_PER_IDLE_TIME,
    ).unref()
  }

  listenOn(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.startsWith('/functions/v1/')) return // theirs
      socket.on('error', () => socket.destroy())
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        this.#context.log.error({ err: error }, 'realtime: an upgrade failed')
        return refuseUpgrade(socket, 500, 'Internal server error', this.#context.limits.refusalDelayMs)
      })
    })
  }

  /** Load of this process, for the others. */
  load(): Load {
    return this.#census.load()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#sweep)
    for (const connection of this.#connections) connection.close(GOING_AWAY, 'Server is going away')
    const deadline = performance.now() + FAREWELL_MS
    while (this.#connections.size > 0 && performance.now() < deadline) await delay(10)
    for (const connection of this.#connections) connection.terminate()
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { limits, keyring } = this.#context
    const address = realtimeAddress(request)
    if (!address) return refuseUpgrade(socket, 404, 'Not found', 0)
    const outcome = await checkHandshake(keyring, request, address)
    if (!outcome.ok) return refuseUpgrade(socket, outcome.status, outcome.error, limits.refusalDelayMs)
    const client = networkOfRequest(request)
    if (this.#connects.take(client, this.#context.limits.connects) > 0) {
      return refuseUpgrade(socket, 429, 'Too many joins per second', limits.refusalDelayMs)
    }
    if (!this.#census.hasRoomFor(client)) {
      return refuseUpgrade(socket, 429, 'Too many connected users', limits.refusalDelayMs)
    }
    if (this.#isClosing || socket.destroyed) {
      socket.destroy()
      return
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#census.enter(client)
      webSocket.once('close', () => this.#census.leave(client))
      this.#accept(webSocket, socket, outcome.handshake)
    })
  }

  #accept(webSocket: WebSocket, stream: Duplex, handshake: Handshake): void {
    const connection = new Connection(this.#context, handshake, webSocket, stream)
    this.#connections.add(connection)
    webSocket.on('message', (data, isBinary) => {
      // `nodebuffer` is the default binaryType: one Buffer per message.
      receive(connection, data as Buffer, isBinary)
    })
    webSocket.on('ping', () => connection.noteSignOfLife())
    // On broken frames and frames over the limit, ws itself closes with the appropriate code.
    webSocket.on('error', (error) => this.#context.log.debug({ err: error }, 'realtime: a socket failed'))
    webSocket.on('close', () => {
      this.#connections.delete(connection)
      connection.end()
    })
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const connection of this.#connections) if (connection.isIdle(now)) connection.closeIdle()
  }
}
