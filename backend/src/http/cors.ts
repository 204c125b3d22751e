import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Response headers that the official clients read in the browser (contracts of auth, rest, storage, functions). */
const EXPOSED = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Content-Disposition',
  'Content-Length',
  'Date',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'X-Error-Code',
  'Server',
  'Transfer-Encoding',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'X-Total-Count',
  'X-Supabase-Api-Version',
  'X-Transformations',
  'x-sb-error-code',
  'sb-error-code',
  'x-relay-error',
  'x-upsert',
]

/**
 * Allows any origin unless a list is given: the services are protected by tokens in headers, never by cookies, so a foreign page gains
 * nothing from a visitor's browser. Requested headers are echoed, as the data API's contract requires.
 * @param origins  the only allowed origins, with credentials; others get no CORS headers. Null allows any origin
 * @param leaves   requests whose handlers answer preflights, and send these headers, themselves
 */
export async function allowCrossOrigin(
  app: FastifyInstance,
  origins: readonly string[] | null = null,
  leaves?: (request: FastifyRequest) => boolean,
): Promise<void> {
  const allowed = origins && new Set(origins)
  const options: FastifyCorsOptions = {
    origin: allowed ? (origin, decide) => decide(null, origin !== undefined && allowed.has(origin)) : '*',
    credentials: allowed !== null,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: false,
  }
  // Options chosen by request make the plugin add `Vary: Origin`, which no shared answer should have.
  if (!leaves) await app.register(cors, options)
  else
    await app.register(cors, () => async (request: FastifyRequest) => (leaves(request) ? { origin: false } : options))
  // Handlers set their own Vary header, which overwrites what the plugin wrote.
  if (allowed) app.addHook('onSend', async (_request, reply) => variesByOrigin(reply))
}

function variesByOrigin(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'Origin')
  else if (!/\borigin\b/i.test(String(vary))) reply.header('vary', `${String(vary)}, Origin`)
}
