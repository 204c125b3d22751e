import { setTimeout as wait } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'

const LONGEST_MS = 60_000

/** Publishes an ad and waits until its photos are processed, which is required of new accounts. */
export async function publishAd(client: SupabaseClient, listingId: string): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await wait(100)) {
    const { data, error } = await client.rpc('publish_listing', { listing_id: listingId })
    if (error) throw error
    if (!/^photo_(waiting|unread):/.test(data.state_rule ?? '')) return
  }
  throw new Error('The photos of an ad were not read.')
}
