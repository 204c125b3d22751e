import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * A minimal WebSocket client: a full one would cost more than the measured server. It masks with zeros (RFC 6455, section 5.3, leaves the
 * key to the client), and reads whole, unmasked frames.
 */
export class RawSocket {
  /** Called with each frame's payload, which is only valid during the call. */
  onFrame: (payload: Buffer) => void = () => undefined
  onClose: () => void = () => undefined
  readonly #socket: Socket
  #pending: Buffer = Buffer.alloc(0)
  #isOpen = false
  #opened: PromiseWithResolvers<void> = Promise.withResolvers()

  constructor(address: string) {
    const { hostname, port, pathname, search } = new URL(address)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('connect', () => {
      const key = randomBytes(16).toString('base64')
      this.#socket.write(
        `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      )
    })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#opened.reject(error))
    this.#socket.on('close', () => {
      this.#opened.reject(new Error('the server closed a socket'))
      this.onClose()
    })
    this.#opened.promise.catch(() => undefined)
  }

  /** Resolves once the socket is writable. */
  get opened(): Promise<void> {
    return this.#opened.promise
  }

  send(text: string): void {
    const payload = Buffer.from(text)
    const { length } = payload
    const header = Buffer.alloc(length < 126 ? 6 : 8)
    header[0] = 0x81
    if (length < 126) header[1] = 0x80 | length
    else {
      header[1] = 0x80 | 126
      header.writeUInt16BE(length, 2)
    }
    this.#socket.write(Buffer.concat([header, payload]))
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    if (!this.#isOpen) {
      const end = bytes.indexOf(HEAD_END)
      if (end < 0) {
        this.#pending = bytes
        return
      }
      const status = bytes.toString('latin1', 9, 12)
      if (status !== '101') {
        this.#opened.reject(new Error(`the upgrade was refused: ${bytes.toString('latin1', 0, 200)}`))
        return
      }
      this.#isOpen = true
      bytes = bytes.subarray(end + HEAD_END.length)
      this.#opened.resolve()
    }
    let at = 0
    for (;;) {
      if (bytes.length < at + 2) break
      let length = (bytes[at + 1] ?? 0) & 0x7f
      let body = at + 2
      if (length === 126) {
        if (bytes.length < at + 4) break
        length = bytes.readUInt16BE(at + 2)
        body = at + 4
      } else if (length === 127) {
        if (bytes.length < at + 10) break
        length = Number(bytes.readBigUInt64BE(at + 2))
        body = at + 10
      }
      if (bytes.length < body + length) break
      // Skips close and ping frames.
      if (((bytes[at] ?? 0) & 0x0f) < 8) this.onFrame(bytes.subarray(body, body + length))
      at = body + length
    }
    this.#pending = at === bytes.length ? Buffer.alloc(0) : bytes.subarray(at)
  }
}

/** Runs `work` on all items, a few at a time: a server's accept queue is short. */
export async function inWaves<Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) await Promise.all(items.slice(start, start + size).map(work))
}
