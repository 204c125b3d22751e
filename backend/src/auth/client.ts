import type { FastifyRequest } from 'fastify'

/** Where a request came from, as sessions and the audit log record it. */
export interface Client {
  readonly ip: string
  readonly userAgent: string
}

export function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) }
}
