import pino, { type Logger } from 'pino'
import type { LogLevel } from '../config/server.ts'

/** Fields of log entries that may contain secrets. Tokens also occur in URLs: see `redactUrl`. */
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

/** Redacts query parameters that carry secrets (`apikey`, `token`, `code` and similar). */
function redactUrl(url: string): string {
  return url.replace(/([?&](?:apikey|token|access_token|refresh_token|token_hash|code)=)[^&#]*/gi, '$1[redacted]')
}
