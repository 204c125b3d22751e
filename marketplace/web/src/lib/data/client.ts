import type { PublicClient } from '../../../../contract/public-reads.ts'
import { type Client, openedClient } from './opened-client.ts'

/** The client of this page, loaded on first use. */
export async function theClient(): Promise<Client> {
  return openedClient() ?? (await import('./supabase.ts')).supabase
}

/** Whether a user may be signed in: a session is stored, or the URL carries one. Only the client can tell whether it is still valid. */
export function mayBeSignedIn(): boolean {
  try {
    return location.hash.includes('access_token=') || Object.keys(localStorage).some(isSessionKey)
  } catch {
    return false // storage is blocked: the client cannot keep a session either
  }
}

/** Whether supabase-js keeps a session under this key. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key)
}

/**
 * The data API client for the current user. Visitors get a small client without the rest of supabase-js; on a server-rendered page neither
 * is loaded before they navigate.
 */
export async function dataClient(): Promise<PublicClient> {
  return openedClient() || mayBeSignedIn() ? theClient() : (await import('./visitors-data.ts')).visitorsData
}
