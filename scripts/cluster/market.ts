import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type { Cluster } from './cluster.ts'
import { until } from './process.ts'

/** Two users, ads and a conversation, created over HTTP without the limits of new accounts. */
export interface Market {
  readonly seller: Person
  readonly buyers: readonly Person[]
  readonly visitor: SupabaseClient
  /** Conversation between the seller and the first buyer. */
  readonly conversation: string
  readonly ads: readonly string[]
}

export interface Person {
  readonly id: string
  readonly client: SupabaseClient
}

const PASSWORD = 'quiet-lantern-42'
/** A request that takes longer counts as failed. */
const REQUEST_MS = 30_000
const ADS = 16

export async function openMarket(cluster: Cluster, webhookUrl: string): Promise<Market> {
  const key = await publishableKeyOf(cluster.url)
  const superuser = await cluster.postgres.connect()
  await superuser.query('update public.rate_limits set allowed = 1000000')
  await superuser.query('update private.listing_quotas set most = 1000000')
  const connect = () =>
    createClient(cluster.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(REQUEST_MS) }) },
      realtime: { heartbeatIntervalMs: 5000, reconnectAfterMs: () => 500 },
    })
  const person = async (name: string): Promise<Person> => {
    const client = connect()
    const { data, error } = await client.auth.signUp({
      email: `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`,
      password: PASSWORD,
      options: { data: { first_name: name } },
    })
    if (error) throw error
    return { id: data.user?.id ?? '', client }
  }
  const [seller, ben, cleo, boss] = [
    await person('Anna'),
    await person('Ben'),
    await person('Cleo'),
    await person('Boss'),
  ]
  await superuser.query("update auth.users set created_at = now() - interval '30 days'")
  await superuser.query("update public.profiles set created_at = now() - interval '30 days'")
  await superuser.query("update public.profiles set role = 'admin' where id = $1", [boss.id])
  await superuser.end()
  const ads: string[] = []
  for (let n = 0; n < ADS; n++) ads.push(await publish(seller, n))
  const { data: talk, error } = await ben.client.rpc('start_conversation', {
    listing_id: ads[0],
    body: 'Is it still there?',
    client_id: randomUUID(),
  })
  if (error) throw error
  const hook = await boss.client.functions.invoke('webhooks', {
    body: { url: webhookUrl, events: ['message.created'] },
  })
  if (hook.error) throw new Error(`No webhook: ${await hook.response?.text()}`)
  return { seller, buyers: [ben, cleo], visitor: connect(), conversation: talk.id, ads }
}

/** A small unique picture. */
export async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + Math.random() * 60, sigma: 60 } as const
  return sharp({ create: { width: 600, height: 450, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer()
}

async function publish({ id: sellerId, client }: Person, n: number): Promise<string> {
  const ad = { ...AD, title: `Reading chair number ${n} in corduroy` }
  const { data, error } = await client.from('listings').insert(ad).select('id').single()
  if (error) throw error
  const path = `${sellerId}/${randomUUID()}.jpg`
  const uploaded = await client.storage
    .from('listing-photos')
    .upload(path, await picture(), { contentType: 'image/jpeg' })
  if (uploaded.error) throw uploaded.error
  const photo = await client.from('listing_photos').insert({ listing_id: data.id, path, alt: 'A chair' })
  if (photo.error) throw photo.error
  await until(`ad ${n} is on offer`, async () => {
    const published = await client.rpc('publish_listing', { listing_id: data.id })
    if (published.error) throw published.error
    return published.data.state === 'active'
  })
  return data.id
}

const AD = {
  type: 'sell',
  category: 'armchairs',
  description: 'Bought two years ago, sat in on Sundays only. Comes with its cushion.',
  price_minor: 12_000,
  price_type: 'negotiable',
  condition: 'good',
  city: 'Lisbon',
  area: 'Estrela',
  lat: 38.7131,
  lng: -9.1594,
} as const

async function publishableKeyOf(url: string): Promise<string> {
  const [key] = /sb_publishable_[\w-]+/.exec(await (await fetch(`${url}/help`)).text()) ?? []
  if (key === undefined) throw new Error(`The pages of ${url} carry no key.`)
  return key
}
