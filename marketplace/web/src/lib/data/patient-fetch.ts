import { config } from '../config.ts'
import { deviceId } from '../device-id.ts'
import { FirstReads } from './first-reads.ts'
import { openedClient } from './opened-client.ts'
import { noteRetryAfter } from './server-pause.ts'

/** Responses of a few kilobytes: one that takes this long is on a connection that died unnoticed. */
const ANSWER_MS = 10_000
const SHORT = /\/(rest|auth)\/v1\//

/**
 * Aborts requests on such a connection, so the next attempt gets a new one; uploads and downloads have no timeout. Never retries by itself:
 * retry.ts decides that for all reads.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  if (!SHORT.test(address)) return fetch(input, init)
  const known = firstReads.take(address, init)
  if (known) return known
  if (hasOnlyGiven) throw new Error(`The page brought no answer to ${address}`)
  const timeout = AbortSignal.timeout(ANSWER_MS)
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const answer = await fetch(input, { ...init, signal })
  // Only the data API: a rate limit on messages or emails must not pause reads.
  if (address.includes('/rest/v1/')) noteRetryAfter(answer)
  return noticeEndedSession(answer)
}

/** Refreshes the token when the session was ended on another device, so that the client notices and signs out here. */
function noticeEndedSession(answer: Response): Response {
  const isEnded = answer.status === 401 && answer.headers.get('www-authenticate')?.includes('This session has ended')
  if (isEnded) void openedClient()?.auth.refreshSession()
  return answer
}

/** For rendering without a document: every page brings its answers, and the network is never used. */
export function answerOnlyFrom(reads: FirstReads): void {
  firstReads = reads
  hasOnlyGiven = true
}

let hasOnlyGiven = false

let firstReads = new FirstReads(globalThis.document?.getElementById('first-reads')?.textContent, {
  origin: config.url,
  visitorsKey: config.publishableKey,
})

/** supabase-js throws without a key, as in a bare development server. */
export const publishableKey = config.publishableKey || 'missing-publishable-key'

const device = deviceId(
  () => localStorage,
  () => crypto.randomUUID(),
)

/** Sent with every request. */
export const deviceHeaders: Record<string, string> = device === '' ? {} : { 'x-device-id': device }
