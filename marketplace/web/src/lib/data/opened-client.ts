import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../../contract/database.types.ts'

export type Client = SupabaseClient<Database>

let client: Client | null = null
let waiting: ((client: Client) => void)[] = []

/** Said by supabase.ts, whoever loads it. */
export function clientOpened(opened: Client): void {
  client = opened
  for (const act of waiting) act(opened)
  waiting = []
}

/** Null as long as nobody has needed it. */
export function openedClient(): Client | null {
  return client
}

/** Calls as soon as the client is there, which for a visitor who only looks may be never. */
export function whenClientOpens(act: (client: Client) => void): void {
  if (client) act(client)
  else waiting.push(act)
}
