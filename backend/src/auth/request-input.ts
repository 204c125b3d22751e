import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'

/** 1 MiB, as upstream. */
const BODY_LIMIT_BYTES = 1_048_576

/**
 * Accepts bodies as the official clients send them: JSON, possibly empty despite its content type, or a form.
 * Keys that could reach a prototype are removed, and top-level properties that are `null` count as absent.
 */
export function acceptClientBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    if (isForm && !text.trimStart().startsWith('{')) return done(null, Object.fromEntries(new URLSearchParams(text)))
    return parseJson(request, text, done)
  })

  app.addHook('preValidation', async (request) => {
    request.body = withoutNulls(request.body ?? {})
    requireStorableText([request.body, request.query, request.params])
  })
}

function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** Deeper than any metadata, but shallow enough that the recursive check below can't exhaust the stack. */
const MAX_DEPTH = 64

/** PostgreSQL can store neither NUL nor unpaired surrogates; both must be reported as the client's error. */
function requireStorableText(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw invalid('The request is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw invalid('Text must not contain NUL or unpaired surrogates')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      requireStorableText(key, depth + 1)
      requireStorableText(inner, depth + 1)
    }
  }
}

/** A query parameter; blank counts as absent. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name] // guaranteed by Fastify's query parser
  const first = Array.isArray(value) ? value[0] : value
  return first === '' ? undefined : first
}
