import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import type { VisitorFetch } from './page-document.ts'

/** Calls this server's own services anonymously while answering `request`. GET only. */
export function visitorFetch(app: FastifyInstance, request: FastifyRequest): VisitorFetch {
  return async (path, init) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      method: 'GET',
      url: path,
      // Injected requests bypass the code that sets the client address.
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
