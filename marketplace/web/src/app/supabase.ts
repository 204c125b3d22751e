import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.types.ts'
import { config } from './config.ts'
import { clientOpened } from './opened-client.ts'
import { deviceHeaders, patientFetch, publishableKey } from './patient-fetch.ts'

const PAUSES_MS = [500, 1000, 2000, 4000]

/** Soon, then every 5 s; never everybody at one moment, as after a restart of the server. */
function reconnectAfterMs(attempts: number): number {
  return (PAUSES_MS[attempts - 1] ?? 5000) * (0.75 + Math.random() / 2)
}

/**
 * The one client of this page: auth, data, storage, realtime (heartbeat every 25 s) and functions. It is a third of what
 * a page loads, so what every page has takes it from client.ts, which loads it when it is needed.
 */
export const supabase = createClient<Database>(config.url, publishableKey, {
  auth: {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    experimental: { passkey: true, recoveryCodes: true },
  },
  global: { fetch: patientFetch, headers: deviceHeaders },
  realtime: { heartbeatIntervalMs: 25_000, reconnectAfterMs },
})

clientOpened(supabase)
