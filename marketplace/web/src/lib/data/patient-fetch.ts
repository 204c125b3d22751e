import { config } from '../config.ts'
import { deviceId } from '../device-id.ts'
import { FirstReads } from './first-reads.ts'
import { openedClient } from './opened-client.ts'
import { noteRetryAfter } from './server-pause.ts'

/** Questions and answers of a few kilobytes: one that takes this long is on a connection that died unnoticed. */
const ANSWER_MS = 10_000
const SHORT = /\/(rest|auth)\/v1\//

/**
 * Gives such a connection up, so that the next attempt gets a new one; uploads and downloads take as long as they take.
 * It never tries again by itself: retry.ts decides that, for everything that is read.
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
  // Only of the data API: a limit on letters or mails says nothing about reading.
  if (address.includes('/rest/v1/')) noteRetryAfter(answer)
  return noticeEndedSession(answer)
}

/** A session that was ended on another device: asking for a new token makes the client find that out, and sign out here. */
function noticeEndedSession(answer: Response): Response {
  const isEnded = answer.status === 401 && answer.headers.get('www-authenticate')?.includes('This session has ended')
  if (isEnded) void openedClient()?.auth.refreshSession()
  return answer
}

/** Where there is no document, every page brings its answers, and nothing is asked over the network. */
export function answerOnlyFrom(reads: FirstReads): void {
  firstReads = reads
  hasOnlyGiven = true
}

let hasOnlyGiven = false

let firstReads = new FirstReads(globalThis.document?.getElementById('first-reads')?.textContent, {
  origin: config.url,
  visitorsKey: config.publishableKey,
})

/** supabase-js refuses to start without any key, as in a bare development server. */
export const publishableKey = config.publishableKey || 'missing-publishable-key'

const device = deviceId(
  () => localStorage,
  () => crypto.randomUUID(),
)

/** Sent along with every call. */
export const deviceHeaders: Record<string, string> = device === '' ? {} : { 'x-device-id': device }
