import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a client and a server, with simulated failures. */
export interface Network {
  /** The server's URL through this network. */
  readonly url: string
  /** Breaks every connection, like a restarting router; new ones succeed. */
  cut(): void
  /**
   * Silently drops all traffic, as when a laptop goes to sleep. Existing WebSockets stay dead for good; new connections are dead until
   * `restore`.
   */
  freeze(): void
  /** New connections succeed. Existing plain ones are broken, as browsers do when a machine wakes. */
  restore(): void
  close(): Promise<void>
}

/** Puts a network in front of a server (`http://host:port`). */
export async function aNetwork(server: string): Promise<Network> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  const webSockets = new Set<Socket>()
  let isFrozen = false
  const listener = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        webSockets.delete(socket)
      })
    }
    client.on('data', (chunk: Buffer) => {
      if (!/upgrade: websocket/i.test(chunk.toString('latin1', 0, 4096))) return
      for (const socket of pair) webSockets.add(socket)
    })
    if (isFrozen) {
      die(pair)
      return
    }
    client.pipe(upstream)
    upstream.pipe(client)
    const end = () => {
      if (!pairs.delete(pair)) return
      client.destroy()
      upstream.destroy()
    }
    client.on('close', end)
    upstream.on('close', end)
  })
  /** Both ends stay open without receiving anything, not even the other's close. */
  function die(pair: readonly [Socket, Socket]): void {
    pairs.delete(pair)
    const [client, upstream] = pair
    client.unpipe(upstream)
    upstream.unpipe(client)
    for (const socket of pair) socket.pause()
  }
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    freeze() {
      isFrozen = true
      for (const pair of pairs) die(pair)
    },
    restore() {
      isFrozen = false
      const alive = new Set([...pairs].flat())
      for (const socket of sockets) if (!alive.has(socket) && !webSockets.has(socket)) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
