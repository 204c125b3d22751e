import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.types.ts'
import { config } from './config.ts'
import { deviceId } from './device-id.ts'
import { FirstReads } from './first-reads.ts'

/** Questions and answers of a few kilobytes: one that takes this long is on a connection that died unnoticed. */
const ANSWER_MS = 10_000
const SHORT = /\/(rest|auth)\/v1\//

/** Gives such a connection up, so that the next attempt gets a new one; uploads and downloads take as long as they take. */
const patientFetch: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  if (!SHORT.test(address)) return fetch(input, init)
  const known = firstReads.take(address, init)
  if (known) return Promise.resolve(known)
  const timeout = AbortSignal.timeout(ANSWER_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

const firstReads = new FirstReads(globalThis.document?.getElementById('first-reads')?.textContent, {
  origin: config.url,
  visitorsKey: config.publishableKey,
})

const PAUSES_MS = [500, 1000, 2000, 4000]

/** Soon, then every 5 s; never everybody at one moment, as after a restart of the server. */
function reconnectAfterMs(attempts: number): number {
  return (PAUSES_MS[attempts - 1] ?? 5000) * (0.75 + Math.random() / 2)
}

const device = deviceId(
  () => localStorage,
  () => crypto.randomUUID(),
)

/** The one client of this page: auth, data, storage, realtime (heartbeat every 25 s) and functions. */
export const supabase = createClient<Database>(config.url, config.publishableKey || 'missing-publishable-key', {
  auth: {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    experimental: { passkey: true, recoveryCodes: true },
  },
  global: { fetch: patientFetch, headers: device === '' ? {} : { 'x-device-id': device } },
  realtime: { heartbeatIntervalMs: 25_000, reconnectAfterMs },
})
