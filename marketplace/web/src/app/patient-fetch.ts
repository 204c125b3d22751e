import { config } from './config.ts'
import { deviceId } from './device-id.ts'
import { FirstReads } from './first-reads.ts'

/** Questions and answers of a few kilobytes: one that takes this long is on a connection that died unnoticed. */
const ANSWER_MS = 10_000
const SHORT = /\/(rest|auth)\/v1\//

/** Gives such a connection up, so that the next attempt gets a new one; uploads and downloads take as long as they take. */
export const patientFetch: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  if (!SHORT.test(address)) return fetch(input, init)
  const known = firstReads.take(address, init)
  if (known) return Promise.resolve(known)
  if (hasOnlyGiven) return Promise.reject(new Error(`The page brought no answer to ${address}`))
  const timeout = AbortSignal.timeout(ANSWER_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
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
