import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import type { DataApi } from './data-api.ts'
import type { HttpAnswer } from './response/respond.ts'

const NO_BODY = Buffer.alloc(0)

/**
 * Answers reads before the framework: kept ones at once, in the form in which they were sent before, and all others
 * without hooks and reply. The headers of the hooks are those that the framework gave with an answer of ours.
 */
export class ReadFront {
  readonly #api: DataApi
  readonly #prefix: string
  readonly #prepared = new WeakMap<HttpAnswer, PreparedAnswer>()
  #hookHeaders: readonly string[] | null = null

  /** @param prefix  of the data API, without a slash at the end */
  constructor(api: DataApi, prefix: string) {
    this.#api = api
    this.#prefix = `${prefix}/`
  }

  /** To be called with a reply that carries the headers of the hooks, and none of ours. */
  learn(reply: FastifyReply): void {
    this.#hookHeaders ??= writtenHeaders(reply)
  }

  /** @returns false for what is no plain read: the framework answers it */
  readonly answers = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '', headers } = request
    if (!this.#hookHeaders || !url.startsWith(this.#prefix) || !isPlainRead(request)) return false
    const kept = this.#api.kept({ method, url, headers })
    if (kept) this.#sendKept(kept, response, this.#hookHeaders)
    else this.#answer(request, response, this.#hookHeaders).catch((error) => response.destroy(error))
    return true
  }

  async #answer(request: IncomingMessage, response: ServerResponse, hookHeaders: readonly string[]): Promise<void> {
    const { method = '', url = '', headers, socket } = request
    const answer = await this.#api.answer({ method, url, headers, body: NO_BODY, socket })
    if (response.destroyed) return
    const { status, statusText, body } = answer
    if (statusText) response.statusMessage = statusText
    response.writeHead(status, headersOf(answer, method, hookHeaders))
    response.end(body ?? undefined)
  }

  #sendKept(answer: HttpAnswer, response: ServerResponse, hookHeaders: readonly string[]): void {
    let prepared = this.#prepared.get(answer)
    if (!prepared) {
      const headers = headersOf(answer, response.req.method ?? '', hookHeaders)
      prepared = new PreparedAnswer(answer.status, headers, answer.body)
      this.#prepared.set(answer, prepared)
    }
    prepared.send(response)
  }
}

/** A body, and what asks about one, is for the framework. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

/** All headers of an answer, in the framework's order and spelling. */
function headersOf({ status, headers, body }: HttpAnswer, method: string, hookHeaders: readonly string[]): string[] {
  const all = [...hookHeaders, ...flat(headers)]
  if (body !== null) all.push('content-length', String(body.length))
  else if (status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD') all.push('content-length', '0')
  return all
}

/** The framework writes its own names in small letters, after those that went past it. */
function writtenHeaders(reply: FastifyReply): string[] {
  const { raw } = reply
  const past = (raw as ServerResponse & { getRawHeaderNames(): string[] }).getRawHeaderNames() // not in the types
  const others = Object.entries(reply.getHeaders()).filter(([name]) => !raw.hasHeader(name))
  return [...past.flatMap((name) => [name, String(raw.getHeader(name))]), ...flat(Object.fromEntries(others))]
}

/** Names and values by turns, as `writeHead` takes them without a further look. */
function flat(headers: Readonly<Record<string, string | number | readonly string[] | undefined>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name.toLowerCase(), String(one)]),
  )
}
