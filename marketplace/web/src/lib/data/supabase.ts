import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../../contract/database.types.ts'
import { SOURCE_LANGUAGE } from '../../../../contract/languages.ts'
import { AUTH_SENTENCES } from '../../i18n/auth-errors.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { learnRefusals } from '../../i18n/refusals.ts'
import { config } from '../config.ts'
import { learnSentences } from './failure.ts'
import { clientOpened } from './opened-client.ts'
import { deviceHeaders, patientFetch, publishableKey } from './patient-fetch.ts'

const PAUSES_MS = [500, 1000, 2000, 4000]

/** Short at first, then every 5 s; with jitter, so that clients do not all reconnect together after a server restart. */
function reconnectAfterMs(attempts: number): number {
  return (PAUSES_MS[attempts - 1] ?? 5000) * (0.75 + Math.random() / 2)
}

/**
 * The supabase-js client of this page: auth, data, storage, realtime and functions. It is a third of the page's code, so shared code
 * imports client.ts, which loads it on demand.
 */
export const supabase = createClient<Database>(config.url, publishableKey, {
  auth: {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    experimental: { passkey: true, recoveryCodes: true },
  },
  // Its own retries would multiply with ours (retry.ts).
  db: { retry: false },
  global: { fetch: patientFetch, headers: deviceHeaders },
  realtime: { heartbeatIntervalMs: 25_000, reconnectAfterMs },
})

clientOpened(supabase)
learnSentences(AUTH_SENTENCES)
// English messages come with the response.
if (currentLanguage() !== SOURCE_LANGUAGE) void learnRefusals()
