import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { acceptedFormats } from './images/transform.ts'
import { isNotModified } from './objects/conditional.ts'

/** Bytes in memory. The bodies of variants are mostly shared with the cache of variants. */
const MAX_BYTES = 32 * 1024 ** 2
/** What an entry costs beside its body and address: its headers. */
const OVERHEAD_BYTES = 3000
const MAX_URL_LENGTH = 1024

/** An answer as the ordinary path gives it, about to be sent. */
export interface SentAnswer {
  readonly etag: string
  readonly lastModified: string
  /** Null for a 304. */
  readonly body: Buffer | null
  /** Whether HEAD is answered with the same headers. */
  readonly alsoForHead: boolean
  /** Whether the answer would still be the same; asked before each use. */
  isCurrent(): boolean
}

/**
 * Public answers that were just given, with all their headers, ready to be written again without the work of hooks,
 * validation and reply. Everything unusual is left to the ordinary path, which is also the one that fills this.
 */
export interface HotAnswers {
  /** Goes before every other hook: what it sends carries the headers of the others already. */
  readonly onRequest: onRequestHookHandler
  /** To be called when all headers but the length are set. The answer must depend on the address and `Accept` alone. */
  keep(request: FastifyRequest, reply: FastifyReply, answer: SentAnswer): void
}

interface Entry {
  readonly answer: SentAnswer
  readonly bytes: number
  full: { readonly headers: string[]; readonly body: Buffer } | null
  notModified: string[] | null
  /** Since the last look for room. */
  isUsed: boolean
}

export function createHotAnswers(maxBytes = MAX_BYTES): HotAnswers {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function drop(key: string, entry: Entry): void {
    if (entries.delete(key)) bytes -= entry.bytes
  }

  /** The oldest go, but what was used meanwhile gets another round. */
  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      entries.delete(key)
      if (entry.isUsed) entries.set(key, entry)
      else bytes -= entry.bytes
      entry.isUsed = false
    }
  }

  return {
    onRequest(request, reply, done) {
      const { method, headers } = request.raw
      const key = keyOf(request)
      const entry = entries.get(key)
      if (!entry || !isPlain(request) || !(method === 'GET' || (method === 'HEAD' && entry.answer.alsoForHead))) {
        return done()
      }
      // What is not current is kept: the ordinary path may find that nothing has changed.
      if (!entry.answer.isCurrent()) return done()
      const isKnown = isConditional(request) && isNotModified(headers, entry.answer.etag, entry.answer.lastModified)
      const found = isKnown ? entry.notModified : entry.full?.headers
      if (!found || (isKnown && method === 'HEAD')) return done()
      entry.isUsed = true
      reply.hijack()
      reply.raw.writeHead(isKnown ? 304 : 200, found)
      reply.raw.end(isKnown || method === 'HEAD' ? undefined : entry.full?.body)
    },

    keep(request, reply, answer) {
      const key = keyOf(request)
      const size = answer.body?.length ?? 0
      if (key.length > MAX_URL_LENGTH || size > maxBytes / 8) return
      const known = entries.get(key)
      const isSame = known?.answer.etag === answer.etag && known.answer.isCurrent()
      if (isSame && (answer.body === null ? known.notModified : known.full)) return
      if (known) drop(key, known)
      const headers = flatHeaders(reply)
      const before = isSame ? known : { full: null, notModified: null }
      const full = answer.body
        ? { headers: [...headers, 'content-length', String(size)], body: answer.body }
        : before.full
      const notModified = answer.body ? before.notModified : headers
      const total = (full?.body.length ?? 0) + key.length * 2 + OVERHEAD_BYTES
      entries.set(key, { answer, bytes: total, full, notModified, isUsed: false })
      bytes += total
      makeRoom()
    },
  }
}

function keyOf(request: FastifyRequest): string {
  const { url, headers } = request.raw
  const { webp, avif } = acceptedFormats(headers.accept)
  return `${avif ? 'a' : '-'}${webp ? 'w' : '-'}${url}`
}

/** No part of the body is asked for, and none comes. */
function isPlain({ raw: { headers } }: FastifyRequest): boolean {
  return (
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

function isConditional({ raw: { headers } }: FastifyRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/** Names and values by turns, as `writeHead` takes them without a further look. */
function flatHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )
}
