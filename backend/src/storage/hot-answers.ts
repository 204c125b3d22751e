import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FrontHandler } from '../http/front.ts'
import { type Head, makeHead, sendAnswer } from '../http/heads.ts'
import { acceptedFormats } from './images/transform.ts'
import { isNotModified } from './objects/conditional.ts'

/** Maximum bytes in memory. */
const MAX_BYTES = 32 * 1024 ** 2
/** Approximate bytes of an entry's headers, in addition to its body and URL. */
const OVERHEAD_BYTES = 3000
const MAX_URL_LENGTH = 1024

/** An answer of the ordinary path that is about to be sent. */
export interface SentAnswer {
  readonly etag: string
  readonly lastModified: string
  /** Null for a 304. */
  readonly body: Buffer | null
  /** Whether HEAD gets the same headers. */
  readonly alsoForHead: boolean
  /** Whether the answer is still valid; called before each use. */
  isCurrent(): boolean
}

/**
 * Recent public answers with all their headers, sent again without hooks, validation or a Fastify reply. All unusual requests go through
 * the ordinary path, which also fills this cache.
 */
export interface HotAnswers {
  /** Runs before everything else: cached answers already contain the headers of all hooks. */
  readonly answer: FrontHandler
  /** Call once all headers except the length are set. The answer must depend on the URL and `Accept` alone. */
  keep(request: FastifyRequest, reply: FastifyReply, answer: SentAnswer): void
}

/** Answers at one URL by accepted formats: neither, WebP, AVIF, both. */
interface Place {
  readonly entries: (Entry | undefined)[]
  /** Since the last eviction pass. */
  isUsed: boolean
}

interface Entry {
  readonly answer: Omit<SentAnswer, 'body'>
  readonly bytes: number
  full: { readonly head: Head; readonly body: Buffer } | null
  notModified: Head | null
}

export function createHotAnswers(maxBytes = MAX_BYTES): HotAnswers {
  const places = new Map<string, Place>()
  let bytes = 0

  /** Evicts the oldest entries; entries used since the last pass get another round. */
  function makeRoom(): void {
    for (const [url, place] of places) {
      if (bytes <= maxBytes) return
      places.delete(url)
      if (place.isUsed) places.set(url, place)
      else for (const entry of place.entries) bytes -= entry?.bytes ?? 0
      place.isUsed = false
    }
  }

  return {
    answer(request, response) {
      const place = places.get(request.url ?? '')
      if (!place) return false
      const { method, headers } = request
      const entry = place.entries[formatsOf(request)]
      if (!entry || !isPlain(request) || !(method === 'GET' || (method === 'HEAD' && entry.answer.alsoForHead))) {
        return false
      }
      // Stale entries are kept: the ordinary path may find that nothing has changed.
      if (!entry.answer.isCurrent()) return false
      const isKnown = isConditional(request) && isNotModified(headers, entry.answer.etag, entry.answer.lastModified)
      const { full, notModified } = entry
      if (isKnown) {
        if (method === 'HEAD' || !notModified) return false
        sendAnswer(response, notModified, null)
      } else {
        if (!full) return false
        sendAnswer(response, full.head, method === 'HEAD' ? null : full.body)
      }
      place.isUsed = true
      return true
    },

    keep(request, reply, { body, ...answer }) {
      const { url = '' } = request.raw
      const size = body?.length ?? 0
      if (url.length > MAX_URL_LENGTH || size > maxBytes / 8) return
      const place = places.get(url) ?? { entries: [], isUsed: false }
      places.set(url, place)
      const formats = formatsOf(request.raw)
      const known = place.entries[formats]
      const isSame = known?.answer.etag === answer.etag && known.answer.isCurrent()
      if (isSame && (body === null ? known.notModified : known.full)) return
      const entry = entryOf(answer, body, flatHeaders(reply), url, isSame ? known : undefined)
      place.entries[formats] = entry
      bytes += entry.bytes - (known?.bytes ?? 0)
      makeRoom()
    },
  }
}

/** @param before the previous entry of the same answer, which may hold the other of the full response and the 304 */
function entryOf(
  answer: Entry['answer'],
  body: Buffer | null,
  headers: readonly string[],
  url: string,
  before?: Entry,
): Entry {
  const size = String(body?.length ?? 0)
  const full = body ? { head: makeHead(200, null, [...headers, 'content-length', size]), body } : (before?.full ?? null)
  const notModified = body ? (before?.notModified ?? null) : makeHead(304, null, [...headers])
  return { answer, bytes: (full?.body.length ?? 0) + url.length * 2 + OVERHEAD_BYTES, full, notModified }
}

function formatsOf({ headers }: IncomingMessage): number {
  const { webp, avif } = acceptedFormats(headers.accept)
  return (webp ? 1 : 0) + (avif ? 2 : 0)
}

/** Has no request body, range or expectation. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/** Flat [name, value, ...] array, which `writeHead` takes without further checks. */
function flatHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )
}
