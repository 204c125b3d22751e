import { RawSocket } from './raw-socket.ts'

/** One message of serializer 1.0.0. */
export interface Message {
  readonly topic: string
  readonly event: string
  readonly ref: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

const REPLY = Buffer.from('"phx_reply"')
/** Same as the official client. */
const HEARTBEAT_MS = 25_000
const JOIN_LIMIT_MS = 60_000

/** A raw socket that can join topics. Everything but replies goes to `onMessage`, unparsed. */
export class ChannelSocket extends RawSocket {
  onMessage: (payload: Buffer) => void = () => undefined
  readonly #waiting = new Map<string, (message: Message) => void>()
  readonly #heartbeat: NodeJS.Timeout
  #ref = 0

  constructor(address: string) {
    super(address)
    this.#heartbeat = setInterval(() => this.push('phoenix', 'heartbeat', {}), HEARTBEAT_MS).unref()
    this.onFrame = (payload) => {
      if (this.#waiting.size === 0 || !payload.includes(REPLY)) {
        this.onMessage(payload)
        return
      }
      const message = JSON.parse(payload.toString()) as Message
      this.#waiting.get(message.ref ?? '')?.(message)
      this.#waiting.delete(message.ref ?? '')
    }
  }

  /** Resolves with the reply's payload. @throws {Error} when it is not ok */
  async ask(topic: string, event: string, payload: object): Promise<void> {
    const ref = this.push(topic, event, payload)
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new Error(`${event} of ${topic} was not answered`)), JOIN_LIMIT_MS)
    try {
      const answer = await Promise.race([
        new Promise<Message>((resolve) => this.#waiting.set(ref, resolve)),
        timeout.promise,
      ])
      if (answer.payload.status !== 'ok') throw new Error(`${event} was refused: ${JSON.stringify(answer.payload)}`)
    } finally {
      clearTimeout(timer)
    }
  }

  join(
    topic: string,
    { self = true, ...config }: { self?: boolean; [name: string]: unknown } = {},
    token?: string,
  ): Promise<void> {
    return this.ask(topic, 'phx_join', {
      config: { broadcast: { self, ack: false }, presence: { key: '', enabled: false }, private: false, ...config },
      ...(token ? { access_token: token } : {}),
    })
  }

  override destroy(): void {
    clearInterval(this.#heartbeat)
    super.destroy()
  }

  /** @returns the message's ref */
  push(topic: string, event: string, payload: object): string {
    this.#ref += 1
    const ref = String(this.#ref)
    this.send(JSON.stringify({ topic, event, payload, ref, join_ref: '1' }))
    return ref
  }
}
