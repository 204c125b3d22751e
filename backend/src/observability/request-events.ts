import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Follows every request of a server, also those answered before the framework, over Node's diagnostics channel: free without
 * subscribers.
 * @param begin  called in the asynchronous context of the request; returns a callback for the end of the answer (`isSent` is false if the
 *   client disconnected first), or null to ignore the request
 * @returns a function that unsubscribes
 */
export function followRequests(
  server: Server,
  begin: (request: IncomingMessage, response: ServerResponse) => ((isSent: boolean) => void) | null,
): () => void {
  const onStart = (message: unknown) => {
    const {
      server: its,
      request,
      response,
    } = message as { server: Server; request: IncomingMessage; response: ServerResponse } // documented by Node
    if (its !== server) return
    const end = begin(request, response)
    if (end) response.once('close', () => end(response.writableFinished))
  }
  const started = channel('http.server.request.start')
  started.subscribe(onStart)
  return () => started.unsubscribe(onStart)
}

const SERVICE = /^\/(auth|rest|storage|realtime|functions)\/v1(?:[/?]|$)/
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/

/** The service of a URL; `health`, and `web` for pages and files. */
export function serviceOf(url: string): string {
  return SERVICE.exec(url)?.[1] ?? (HEALTH.test(url) ? 'health' : 'web')
}
