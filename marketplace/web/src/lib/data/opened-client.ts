import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../../contract/database.types.ts'

export type Client = SupabaseClient<Database>

let client: Client | null = null
let waiting: ((client: Client) => void)[] = []

/** Called by supabase.ts when it is loaded. */
export function clientOpened(opened: Client): void {
  client = opened
  for (const action of waiting) action(opened)
  waiting = []
}

/** Null until the client has been loaded. */
export function openedClient(): Client | null {
  return client
}

/** Calls back once the client is loaded, which may never happen for a visitor. */
export function whenClientOpens(action: (client: Client) => void): void {
  if (client) action(client)
  else waiting.push(action)
}
