import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

/** Up to here head and body leave in one write of one text; Node gives longer texts a copy of their own. */
const TEXT_UP_TO_BYTES = 14 * 1024

/** Headers from which Node learns what becomes of a connection, and the date that it would add. */
const CONNECTION = /^(connection|keep-alive|transfer-encoding|trailer|upgrade|expect|date):/im

/** A head that may be sent any number of times. */
export interface Head {
  readonly status: number
  readonly statusText: string
  /** Names and values by turns. */
  readonly headers: readonly string[]
  /** All of it up to the date; null where Node must have a look, for it says something of the connection. */
  readonly text: string | null
}

/** A body as it is written: text of which each character is one byte, or bytes where that is too long. */
export type Body = string | Buffer | null

/** Head and body of an answer that is sent again and again, in one piece of memory. */
export interface Whole {
  readonly head: Head
  body: Buffer
  /** Made with the first answer whose end is known. */
  bytes: Buffer | null
  /** The date in it. */
  date: string
}

export function wholeOf(head: Head, body: Buffer): Whole {
  return { head, body, bytes: null, date: '' }
}

export function bodyOf(bytes: Buffer | null): Body {
  return bytes !== null && bytes.length <= TEXT_UP_TO_BYTES ? bytes.toString('latin1') : bytes
}

/**
 * Writes heads that share most of their headers. Node looks at each header of each answer again, two dozen of them, which
 * is a third of what a kept answer costs; here the common ones are looked at once. What follows the date (how long a
 * connection stays) is taken from a head that Node wrote.
 */
export class Heads {
  readonly #common: readonly string[]
  readonly #commonText: string
  readonly #isCommonPlain: boolean
  #afterDate: string | null = null

  /** @param common  names and values by turns; they come first */
  constructor(common: readonly string[]) {
    this.#common = common
    this.#commonText = linesOf(common)
    this.#isCommonPlain = !CONNECTION.test(this.#commonText)
  }

  /** @throws {TypeError} for what cannot be a header */
  make(status: number, statusText: string | null | undefined, headers: readonly string[]): Head {
    const reason = statusText || STATUS_CODES[status] || 'unknown'
    validateHeaderValue('status', reason)
    const lines = linesOf(headers)
    const isPlain = this.#isCommonPlain && !CONNECTION.test(lines)
    const text = isPlain ? `HTTP/1.1 ${status} ${reason}\r\n${this.#commonText}${lines}` : null
    return { status, statusText: reason, headers, text }
  }

  /** Answers with a head of `make`; its headers tell the length of the body. */
  send(response: ServerResponse, head: Head, body: Body): void {
    if (head.text !== null && this.#afterDate !== null && stays(response)) {
      response.statusCode = head.status
      setHead(response, `${head.text}Date: ${httpDate()}${this.#afterDate}`)
    } else {
      response.writeHead(head.status, head.statusText, [...this.#common, ...head.headers])
      if (stays(response)) this.#learn(response, head)
    }
    if (body === null) response.end()
    else if (typeof body === 'string') response.end(body, 'latin1')
    else response.end(body)
  }

  /**
   * Answers GET with head and body as one piece of memory: nothing joins or copies them on their way, a quarter less work.
   * The date is written over the last one; should some of it wait to be sent, it leaves with a later date.
   */
  sendWhole(response: ServerResponse, whole: Whole): void {
    const { head, body } = whole
    if (head.text === null || this.#afterDate === null || !stays(response) || !canBeSaidSent(response)) {
      this.send(response, head, body)
      return
    }
    const date = httpDate()
    const before = `${head.text}Date: `
    if (whole.bytes === null) {
      whole.bytes = Buffer.concat([Buffer.from(before + date + this.#afterDate, 'latin1'), body])
      whole.body = whole.bytes.subarray(whole.bytes.length - body.length) // one copy is enough
    }
    if (whole.date !== date) whole.bytes.write(date, before.length, 'latin1')
    whole.date = date
    response.statusCode = head.status
    setHead(response, before)
    sayHeadSent(response)
    response.end(whole.bytes)
  }

  /** Whatever Node writes otherwise than expected stays its own business. */
  #learn(response: ServerResponse, head: Head): void {
    const text = headOf(response)
    if (head.text === null || !text?.startsWith(`${head.text}Date: `)) return
    this.#afterDate = text.slice(text.indexOf('\r\n', head.text.length))
  }
}

function linesOf(headers: readonly string[]): string {
  let text = ''
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    validateHeaderName(name)
    validateHeaderValue(name, value)
    text += `${name}: ${value}\r\n`
  }
  return text
}

/** Whether the connection is one that goes on after the answer, as nearly all do. */
function stays({ req, shouldKeepAlive }: ServerResponse): boolean {
  return shouldKeepAlive && req.httpVersion === '1.1'
}

/** Node's own text of a head, and whether it is on its way; not in the public types. A Node without them would only be slower. */
interface WithHead {
  _header: unknown
  _headerSent: unknown
}

function headOf(response: ServerResponse): string | null {
  const { _header: text } = response as unknown as WithHead
  return typeof text === 'string' ? text : null
}

function setHead(response: ServerResponse, text: string): void {
  const withHead = response as unknown as WithHead
  withHead._header = text
}

function canBeSaidSent(response: ServerResponse): boolean {
  const { _headerSent } = response as unknown as WithHead
  return _headerSent === false
}

/** The head comes with the body. */
function sayHeadSent(response: ServerResponse): void {
  const withHead = response as unknown as WithHead
  withHead._headerSent = true
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
