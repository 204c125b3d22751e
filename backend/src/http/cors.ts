import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Response headers that the official clients read in a browser (contracts of auth, rest, storage, functions). */
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
 * Any origin may call the services: they are protected by tokens in headers, never by cookies, so a foreign page gains
 * nothing from a visitor's browser. Requested headers are echoed, as the data API's contract has it.
 */
export async function allowCrossOrigin(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: false,
  })
}
