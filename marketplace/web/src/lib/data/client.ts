import type { PublicClient } from '../../../../contract/public-reads.ts'
import { type Client, openedClient } from './opened-client.ts'

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
 * The data API for whoever is here: nobody who only looks needs the rest of the client for it, and who looks at a page that
 * the server has drawn needs neither before they go on.
 */
export async function dataClient(): Promise<PublicClient> {
  return openedClient() || mayBeSignedIn() ? theClient() : (await import('./visitors-data.ts')).visitorsData
}
