import pino, { type Logger } from 'pino'
import type { LogLevel } from '../config/server.ts'

/** Where a secret could stand in what is logged. Tokens also travel in addresses: see `redactUrl`. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.apikey',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.access_token',
  '*.refresh_token',
]

/** The one logger: JSON lines on standard output. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: {
      req: (request: { method: string; url: string; id?: string }) => ({
        id: request.id,
        method: request.method,
        url: redactUrl(request.url),
      }),
    },
  })
}

/** Replaces the values of query parameters that carry secrets (`apikey`, `token`, `code` and their like). */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:apikey|token|access_token|refresh_token|token_hash|code)=)[^&#]*/gi, '$1[redacted]')
}
