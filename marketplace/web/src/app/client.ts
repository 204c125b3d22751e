import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../contract/database.types.ts'
import type { PublicClient } from '../../../contract/public-reads.ts'
import { config } from './config.ts'
import { type Client, openedClient } from './opened-client.ts'
import { deviceHeaders, patientFetch, publishableKey } from './patient-fetch.ts'

/** The one client of this page. It is loaded by the first who asks. */
export async function theClient(): Promise<Client> {
  return openedClient() ?? (await import('./supabase.ts')).supabase
}

/**
 * Whether somebody may be signed in here: a session is stored, or the address brings one. Only the client can tell
 * whether it still holds.
 */
export function mayBeSignedIn(): boolean {
  try {
    return location.hash.includes('access_token=') || Object.keys(localStorage).some(isSessionKey)
  } catch {
    return false // storage is closed to this page: the client has nowhere to keep a session either
  }
}

/** The name under which supabase-js keeps a session. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key)
}

/**
 * The part of supabase-js that reads and writes data, as supabase-js itself sets it up for a visitor. It is a twelfth of
 * the whole.
 */
const visitorsData = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
  headers: { ...deviceHeaders, apikey: publishableKey, authorization: `Bearer ${publishableKey}` },
  fetch: patientFetch,
})

let isVisitor = false

/** Reads as a visitor for a while, whoever is here: what the server has drawn is what a visitor sees. */
export function readAsVisitor(now: boolean): void {
  isVisitor = now
}

/** The data API for whoever is here: nobody who only looks needs the rest of the client for it. */
export async function dataClient(): Promise<PublicClient> {
  return !isVisitor && (openedClient() || mayBeSignedIn()) ? theClient() : visitorsData
}
