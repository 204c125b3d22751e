import { connect, createServer, type Socket } from 'node:net'

/** A connection to a store that can be broken. */
export interface StoreWire {
  readonly port: number
  pass(): void
  /** Closes open and new connections. */
  refuse(): void
  /**
   * Closes the connection that carries the `bytes`-th byte from now, in either direction; with `forever` also the idle ones, which a retry
   * would use. Then forwards again, or not.
   */
  breakAfter(bytes: number, howLong?: 'once' | 'forever'): void
  close(): Promise<void>
}

export async function openStoreWire(port: number): Promise<StoreWire> {
  const open = new Set<Socket>()
  let isPassing = true
  let left = Number.POSITIVE_INFINITY
  let isForever = false
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((client) => {
    if (!isPassing) return client.destroy()
    const store = connect(port, '127.0.0.1')
    const end = () => {
      client.destroy()
      store.destroy()
    }
    for (const [from, to] of [
      [client, store],
      [store, client],
    ] as const) {
      open.add(from)
      from.on('error', end).on('close', () => {
        open.delete(from)
        end()
      })
      from.on('data', (bytes) => {
        left -= bytes.length
        if (left <= 0) {
          left = Number.POSITIVE_INFINITY
          isPassing = !isForever
          return isForever ? endAll() : end()
        }
        if (!to.write(bytes)) from.pause()
      })
      to.on('drain', () => from.resume())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the wire has no port')
  return {
    port: address.port,
    pass() {
      isPassing = true
      left = Number.POSITIVE_INFINITY
    },
    refuse() {
      isPassing = false
      endAll()
    },
    breakAfter(bytes, howLong = 'once') {
      left = bytes
      isForever = howLong === 'forever'
    },
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
