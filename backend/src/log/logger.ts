import pino, { type Logger, type LoggerOptions } from 'pino'
import type { LogLevel } from '../config/server.ts'

interface Observed {
  readonly onRecord?: ((level: string) => void) | undefined
  /** Gets each line as it is written. */
  readonly onLine?: ((line: string) => void) | undefined
  readonly fields?: (() => Readonly<Record<string, string>>) | undefined
}

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

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

/**
 * The one logger: JSON lines on standard output.
 * @param observed.onRecord  called with the level of each record, such as `error`
 * @param observed.onLine  called with each line as it is written
 * @param observed.fields  added to each record
 */
export function createLogger(level: LogLevel, { onRecord, onLine, fields }: Observed = {}): Logger {
  const options: LoggerOptions = {
    level,
    ...(fields ? { mixin: fields } : {}),
    ...(onRecord ? { hooks: { logMethod: countingHook(onRecord) } } : {}),
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: {
      req: (request: { method: string; url: string; id?: string }) => ({
        id: request.id,
        method: request.method,
        url: redactUrl(request.url),
      }),
    },
  }
  if (!onLine) return pino(options)
  const output = pino.destination(1)
  const write = (line: string) => {
    onLine(line)
    output.write(line)
  }
  return pino(options, { write })
}

function countingHook(onRecord: (level: string) => void): LogHook {
  return function count(args, method, level) {
    onRecord(pino.levels.labels[level] ?? '')
    method.apply(this, args)
  }
}

/** Redacts query parameters that carry secrets (`apikey`, `token`, `code` and similar). */
function redactUrl(url: string): string {
  return url.replace(/([?&](?:apikey|token|access_token|refresh_token|token_hash|code)=)[^&#]*/gi, '$1[redacted]')
}
