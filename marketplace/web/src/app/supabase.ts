import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.types.ts'
import { config } from './config.ts'

/** The one client of this page: auth, data, storage, realtime (heartbeat every 25 s) and functions. */
export const supabase = createClient<Database>(config.url, config.publishableKey || 'missing-publishable-key', {
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
  realtime: { heartbeatIntervalMs: 25_000 },
})
