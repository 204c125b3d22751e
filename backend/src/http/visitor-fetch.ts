import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import type { VisitorFetch } from './page-document.ts'

/** Asks the services of this server with nobody's rights, as part of answering `request`. Only GET is possible. */
export function visitorFetch(app: FastifyInstance, request: FastifyRequest): VisitorFetch {
  return async (path, init) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      method: 'GET',
      url: path,
      // Injected requests do not pass the place where the server writes down who asks.
      headers: { ...Object.fromEntries(new Headers(init?.headers)), [CLIENT_ADDRESS_HEADER]: request.ip },
      remoteAddress: request.ip,
    })
    const said = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(rawPayload.length > 0 ? new Uint8Array(rawPayload) : null, {
      status: statusCode,
      headers: said as [string, string][],
    })
  }
}
