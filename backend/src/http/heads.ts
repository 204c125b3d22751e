import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

/** Up to this size Node sends head and body in one write of a single string; longer strings are copied. */
const TEXT_UP_TO_BYTES = 14 * 1024

/** A validated head that can be sent any number of times. */
export interface Head {
  readonly status: number
  readonly statusText: string
  /** Flat [name, value, ...] array, including Content-Length. */
  readonly headers: string[]
}

/** A body ready to be written: a latin1 string (one byte per character), or a buffer above the size limit. */
export type Body = string | Buffer | null

export function bodyOf(bytes: Buffer | null): Body {
  return bytes !== null && bytes.length <= TEXT_UP_TO_BYTES ? bytes.toString('latin1') : bytes
}

/**
 * @param statusText  defaults to the standard reason phrase of the status
 * @param headers  flat [name, value, ...] array
 * @throws {TypeError} for an invalid header or status text
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

/** Writes a response without going through the framework. */
export function sendAnswer(response: ServerResponse, head: Head, body: Body): void {
  response.writeHead(head.status, head.statusText, head.headers)
  if (body === null) response.end()
  else if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}
