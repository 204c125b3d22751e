import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'

/**
 * Milliseconds that an idle connection stays open beyond the Keep-Alive timeout sent to clients. A CPU-starved process sees the request and the
 * expired timeout at the same moment, and would otherwise drop a client that was in time.
 */
const KEPT_LONGER_MS = 30_000

/** Time limit for the request headers, in milliseconds. Bodies: `slow-bodies.ts`. */
const HEADERS_LIMIT_MS = 15_000

/** A closing server looks this often for connections whose last answer has been sent. */
const LOOK_MS = 50

/** After this long a closing server cuts off clients that are still reading, so that the database can stop cleanly (stop-on-signals.ts). */
const PATIENCE_MS = 12_000

/** Answers a request before the framework sees it. @returns false to pass the request on untouched */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Fast path in front of the framework: routing, hooks and reply cost several times as much as a cached response. Handlers must produce
 * the same bytes as the framework would.
 */
export class Front {
  readonly #handlers: FrontHandler[] = []
  readonly #prepare: (request: IncomingMessage) => void
  #isOpen = true
  /** Several where the host's name has several addresses. */
  readonly #servers: Server[] = []

  /** @param prepare  applied to every request before anything reads it, upgrades included */
  constructor(prepare: (request: IncomingMessage) => void = () => undefined) {
    this.#prepare = prepare
  }

  add(handler: FrontHandler): void {
    this.#handlers.push(handler)
  }

  /** Sends every request to the framework from now on. */
  turnOff(): void {
    this.#isOpen = false
  }

  /**
   * Has the framework reject every request while the server closes. Node closes only connections that are idle at that moment; one that is being
   * answered would stay open, and the server with it, until its Keep-Alive timeout.
   */
  close(): void {
    this.turnOff()
    for (const server of this.#servers) {
      const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS).unref()
      const cutting = setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref()
      server.once('close', () => {
        clearInterval(looking)
        clearTimeout(cutting)
      })
    }
  }

  /** Creates the same server as Fastify would, with the handlers in front. */
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
    this.#servers.push(server)
    return server
  }
}

/** Fastify's options with defaults applied (milliseconds), as passed to a server factory. */
interface ServerOptions {
  readonly http?: Parameters<typeof createServer>[0]
  readonly keepAliveTimeout: number
  readonly requestTimeout: number
  readonly connectionTimeout: number
}
