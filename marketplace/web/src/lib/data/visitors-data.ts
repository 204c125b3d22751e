import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../../contract/database.types.ts'
import { config } from '../config.ts'
import { deviceHeaders, patientFetch, publishableKey } from './patient-fetch.ts'

/** The data API part of supabase-js, configured as supabase-js does for a visitor. It is a twelfth of the whole. */
export const visitorsData = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
  headers: { ...deviceHeaders, apikey: publishableKey, authorization: `Bearer ${publishableKey}` },
  fetch: patientFetch,
  retry: false, // as in supabase.ts
})
