import type { ServerResponse } from 'node:http'

/** Up to here head and body leave in one write of one text; Node gives longer texts a copy of their own. */
const TEXT_UP_TO_BYTES = 14 * 1024

interface Head {
  readonly beforeDate: string
  readonly afterDate: string
}

/**
 * An answer to be sent many times. Its head is the one that Node wrote at the first time, with the date of the day:
 * looking at two dozen headers again would cost a third of all that a kept answer does.
 */
export class PreparedAnswer {
  readonly #status: number
  /** Names and values by turns. */
  readonly #headers: readonly string[]
  /** Each character is one byte. */
  readonly #text: string | null
  readonly #bytes: Buffer | null
  #head: Head | null = null

  /** @param body  null where there is none; the length is for the headers to tell */
  constructor(status: number, headers: readonly string[], body: Buffer | null) {
    const isShort = body !== null && body.length <= TEXT_UP_TO_BYTES
    this.#status = status
    this.#headers = headers
    this.#text = isShort ? body.toString('latin1') : null
    this.#bytes = isShort ? null : body
  }

  send(response: ServerResponse): void {
    const { req, shouldKeepAlive } = response
    // The head says that the connection stays, which holds for these.
    const isUsual = shouldKeepAlive && req.httpVersion === '1.1' && !response.headersSent
    if (isUsual && this.#head) {
      response.statusCode = this.#status
      setHead(response, this.#head.beforeDate + httpDate() + this.#head.afterDate)
    } else {
      response.writeHead(this.#status, this.#headers as string[])
      if (isUsual) this.#head = headOf(response)
    }
    if (this.#text !== null) response.end(this.#text, 'latin1')
    else response.end(this.#bytes ?? undefined)
  }
}

/** Node's own text of a head that was just made; it is not in the public types. A Node without it is only slower. */
interface WithHead {
  _header: unknown
}

function headOf(response: ServerResponse): Head | null {
  const { _header: text } = response as unknown as WithHead
  const [beforeDate, afterDate, ...more] = typeof text === 'string' ? text.split(/(?<=\r\nDate: )[^\r]*(?=\r\n)/) : []
  if (beforeDate === undefined || afterDate === undefined || more.length > 0) return null
  return { beforeDate, afterDate }
}

function setHead(response: ServerResponse, text: string): void {
  const withHead = response as unknown as WithHead
  withHead._header = text
}

let second = 0
let date = ''

/** The time as a Date header tells it (RFC 9110 section 5.6.7). */
function httpDate(): string {
  const now = Date.now()
  if (now - second >= 1000 || now < second) {
    second = now - (now % 1000)
    date = new Date(second).toUTCString()
  }
  return date
}
