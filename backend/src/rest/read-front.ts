import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type Body, bodyOf, type Head, makeHead, sendAnswer } from '../http/heads.ts'
import type { DataApi } from './data-api.ts'
import type { HttpAnswer } from './response/respond.ts'

const NO_BODY = Buffer.alloc(0)

/** A cached answer, ready to send. */
interface Prepared {
  readonly head: Head
  readonly body: Body
}

/**
 * Answers reads before the framework: cached ones immediately, in the form in which they were sent before, and all others without hooks and
 * reply. The hooks' headers are copied from an earlier reply of the framework.
 */
export class ReadFront {
  readonly #api: DataApi
  readonly #prefix: string
  readonly #prepared = new WeakMap<HttpAnswer, Prepared>()
  /** Headers of every answer, as a flat [name, value, ...] array. */
  #common: readonly string[] | null = null

  /** @param prefix  of the data API, without a trailing slash */
  constructor(api: DataApi, prefix: string) {
    this.#api = api
    this.#prefix = `${prefix}/`
  }

  /** Call this with a reply that carries the headers of the hooks and none of ours. */
  learn(reply: FastifyReply): void {
    this.#common ??= writtenHeaders(reply)
  }

  /** @returns false unless it is a plain read: the framework answers the others */
  readonly answers = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '', headers } = request
    const common = this.#common
    if (!common || !url.startsWith(this.#prefix) || !isPlainRead(request)) return false
    const kept = this.#api.kept({ method, url, headers })
    if (kept) this.#sendKept(common, kept, response)
    else this.#answer(common, request, response).catch((error) => response.destroy(error))
    return true
  }

  async #answer(common: readonly string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers, socket } = request
    const answer = await this.#api.answer({ method, url, headers, body: NO_BODY, socket })
    if (response.destroyed) return
    const head = makeHead(answer.status, answer.statusText, [...common, ...headersOf(answer, method)])
    sendAnswer(response, head, method === 'HEAD' ? null : bodyOf(answer.body))
  }

  #sendKept(common: readonly string[], answer: HttpAnswer, response: ServerResponse): void {
    let prepared = this.#prepared.get(answer)
    if (!prepared) {
      const { method = '' } = response.req
      const head = makeHead(answer.status, null, [...common, ...headersOf(answer, method)])
      prepared = { head, body: method === 'HEAD' ? null : bodyOf(answer.body) }
      this.#prepared.set(answer, prepared)
    }
    sendAnswer(response, prepared.head, prepared.body)
  }
}

/** Requests with a body or an Expect header are left to the framework. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

/** The answer's own headers, after those of the hooks, in the framework's order and spelling. */
function headersOf({ status, headers, body }: HttpAnswer, method: string): string[] {
  const all = flat(headers)
  if (body !== null) all.push('content-length', String(body.length))
  else if (status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD') all.push('content-length', '0')
  return all
}

/** The framework writes its own names in lower case, after headers set on the raw response. */
function writtenHeaders(reply: FastifyReply): string[] {
  const raw = reply.raw as ServerResponse & { getRawHeaderNames(): string[] } // not in the types
  const others = Object.entries(reply.getHeaders()).filter(([name]) => !raw.hasHeader(name))
  const past = raw.getRawHeaderNames().flatMap((name) => [name, String(raw.getHeader(name))])
  return [...past, ...flat(Object.fromEntries(others))]
}

/** Flat [name, value, ...] array, as `writeHead` takes it. */
function flat(headers: Readonly<Record<string, string | number | readonly string[] | undefined>>): string[] {
  const all: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (Array.isArray(value)) for (const one of value) all.push(name.toLowerCase(), one)
    else all.push(name.toLowerCase(), String(value))
  }
  return all
}
