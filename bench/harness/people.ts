import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Market } from './market.ts'

export interface Person {
  readonly client: SupabaseClient
  readonly id: string
  readonly email: string
}

/** Password of all users here. */
export const PASSWORD = 'quiet-lantern-42'

/** A new, signed-in user past the limits of new accounts. */
export async function aTrustedPerson(market: Market): Promise<Person> {
  const client = market.visitor()
  const credentials = { email: `person-${randomUUID()}@example.com`, password: PASSWORD }
  const { data, error } = await client.auth.signUp({
    ...credentials,
    options: { data: { first_name: 'Ada', last_name: 'Bench' } },
  })
  if (error || !data.user) throw error ?? new Error('the sign-up gave no user')
  await market.sql`update public.profiles set trust_level = 1 where id = ${data.user.id}`
  // Benches write faster than the users' rate limits allow.
  await market.sql`update public.rate_limits set allowed = 100000`
  return { client, id: data.user.id, email: credentials.email }
}

/** Publishes a wanted ad (which needs no photo). Resolves to its id. */
export async function publishAd({ client }: Pick<Person, 'client'>, title: string): Promise<string> {
  const id = await draftAd({ client }, title)
  const { error } = await client.rpc('publish_listing', { listing_id: id })
  if (error) throw error
  return id
}

/** Creates the same ad without publishing it. */
export async function draftAd({ client }: Pick<Person, 'client'>, title: string): Promise<string> {
  const { data, error } = await client
    .from('listings')
    .insert({
      title,
      description: 'Looking for one in working order, to be picked up in the evening or on a Saturday.',
      category: 'desks',
      type: 'wanted',
      price_minor: 5000,
      city: 'Lisbon',
      area: 'Estrela',
      lat: 38.712,
      lng: -9.159,
    })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}
