import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

/** Up to here Node sends head and body in one write of one text; it gives longer texts a copy of their own. */
const TEXT_UP_TO_BYTES = 14 * 1024

/** A head that was checked, to be sent any number of times. */
export interface Head {
  readonly status: number
  readonly statusText: string
  /** Names and values by turns, the length of the body among them. */
  readonly headers: string[]
}

/** A body as it is written: text of which each character is one byte, or bytes where that is too long. */
export type Body = string | Buffer | null

export function bodyOf(bytes: Buffer | null): Body {
  return bytes !== null && bytes.length <= TEXT_UP_TO_BYTES ? bytes.toString('latin1') : bytes
}

/**
 * @param statusText  by default the usual one of the status
 * @param headers  names and values by turns
 * @throws {TypeError} for what cannot be a header
 */
export function makeHead(status: number, statusText: string | null | undefined, headers: string[]): Head {
  const reason = statusText || STATUS_CODES[status] || 'unknown'
  validateHeaderValue('status', reason)
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
  return { status, statusText: reason, headers }
}

/** Answers past the framework. */
export function sendAnswer(response: ServerResponse, head: Head, body: Body): void {
  response.writeHead(head.status, head.statusText, head.headers)
  if (body === null) response.end()
  else if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}
