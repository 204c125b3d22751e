import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'

/**
 * How much longer than clients are told an idle connection stays, in milliseconds. A process without processor time finds
 * the request and the end of the time at once: it would cut off a client that came in time.
 */
const KEPT_LONGER_MS = 30_000

/** Longest time for the head of a request, in milliseconds. Bodies: `slow-bodies.ts`. */
const HEADERS_LIMIT_MS = 15_000

/** Answers a request before the framework sees it. @returns false to leave it to the framework, untouched */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * What stands before the framework: routing, hooks and reply cost several times what a kept answer does. Whoever answers
 * here gives the same bytes that the framework would.
 */
export class Front {
  readonly #handlers: FrontHandler[] = []
  readonly #prepare: (request: IncomingMessage) => void
  #isOpen = true

  /** @param prepare  what happens to every request before anything reads it, upgrades included */
  constructor(prepare: (request: IncomingMessage) => void = () => undefined) {
    this.#prepare = prepare
  }

  add(handler: FrontHandler): void {
    this.#handlers.push(handler)
  }

  /** From now on every request reaches the framework, which turns it away while the server closes. */
  close(): void {
    this.#isOpen = false
  }

  /** Makes the server that Fastify would make by itself, with the handlers before it. */
  readonly serverFactory: FastifyServerFactory = (framework, options) => {
    const { http = {}, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Partial<ServerOptions>
    const limits = { headersTimeout: HEADERS_LIMIT_MS, connectionsCheckingInterval: HEADERS_LIMIT_MS / 3 }
    const server = createServer({ ...limits, ...http }, (request, response) => {
      this.#prepare(request)
      if (this.#isOpen) for (const answers of this.#handlers) if (answers(request, response)) return
      framework(request, response)
    })
    server.on('upgrade', this.#prepare)
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    server.keepAliveTimeoutBuffer = KEPT_LONGER_MS
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

/** Fastify's options with its defaults filled in (milliseconds), as a server factory gets them. */
interface ServerOptions {
  readonly http?: Parameters<typeof createServer>[0]
  readonly keepAliveTimeout: number
  readonly requestTimeout: number
  readonly connectionTimeout: number
}
