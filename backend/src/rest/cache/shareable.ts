import type { Compiled } from '../compile.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { objectKey, type SchemaCache } from '../schema-cache/types.ts'

const FORMATS = /^(text\/csv|application\/(json|geo\+json|vnd\.pgrst\.(object|array)))/
/** Words that PostgreSQL reads as a moment when it casts a value to a date or time (manual, table 8.13). */
const MOMENT = /\b(now|today|tomorrow|yesterday|allballs)\b/i

/**
 * Whether the answer to an anonymous read depends on rows and definitions alone. Estimates and plans depend on statistics, and VOLATILE
 * functions on anything at all.
 */
export function isShareable(request: ApiRequest, compiled: Compiled, cache: SchemaCache): boolean {
  if (!compiled.readOnly || compiled.estimate !== null || !FORMATS.test(request.accepted.contentType)) return false
  // An application's media type handler may depend on anything as well.
  if (request.accepted.handler) return false
  if (request.action !== 'call') return request.action === 'read'
  const overloads = cache.functions.get(objectKey(request.schema, request.name)) ?? []
  return overloads.every((known) => !known.volatile)
}

/** Whether the answer may change by itself: functions may read the clock, and so may values. */
export function readsTheClock(request: ApiRequest): boolean {
  return request.action === 'call' || request.query.values.some((value) => value !== null && MOMENT.test(String(value)))
}
