import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Market, type Person, picture } from './market.ts'

export interface Request {
  readonly kind: string
  readonly startedAt: number
  readonly ms: number
  readonly isOk: boolean
}

/** Acknowledged writes, and deliveries that clients received. */
export interface Seen {
  readonly requests: Request[]
  /** By id. */
  readonly drafts: Map<string, string>
  /** Text by client id. */
  readonly messages: Map<string, string>
  readonly offers: Set<string>
  /** SHA-256 by path. */
  readonly files: Map<string, string>
  /** Writes that their author could not read immediately after the answer. */
  unread: number
  readonly errors: Map<string, number>
}

/** One user of the conversation: the unmodified client, which fetches missed messages whenever the channel is joined. */
export interface Listener {
  readonly known: Set<string>
  /** How often a message arrived live. */
  readonly heard: Map<string, number>
  joins: number
}

export interface Load {
  readonly seen: Seen
  readonly listeners: readonly Listener[]
  stop(): Promise<void>
}

const PAUSE_MS = 120
const JOIN_MS = 30_000

/** Posts, messages both ways, offers, uploads and reads, until `stop`. */
export async function startLoad(market: Market): Promise<Load> {
  const seen: Seen = {
    requests: [],
    drafts: new Map(),
    messages: new Map(),
    offers: new Set(),
    files: new Map(),
    unread: 0,
    errors: new Map(),
  }
  let isOver = false
  const { seller, buyers, visitor, conversation, ads } = market
  const [ben, cleo] = buyers
  if (!ben || !cleo) throw new Error('The market has two buyers')
  const listeners = await Promise.all([seller, ben].map((person) => listen(person, conversation)))
  const loop = async (pauseMs: number, action: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n++) {
      await action(n)
      await wait(pauseMs)
    }
  }
  let offered = 0
  const offer = async () => {
    // Three offers per buyer and ad.
    const ad = ads[1 + (Math.floor(offered / 6) % (ads.length - 1))]
    const person = offered % 2 === 0 ? ben : cleo
    offered += 1
    await makeOffer(seen, person, ad ?? '', 8_000 + Math.floor(Math.random() * 4_000), () => isOver)
  }
  const loops = [
    loop(PAUSE_MS, (n) => post(seen, seller, n)),
    loop(PAUSE_MS, (n) => say(seen, seller, conversation, `anna ${n} ${randomUUID()}`, () => isOver)),
    loop(PAUSE_MS, (n) => say(seen, ben, conversation, `ben ${n} ${randomUUID()}`, () => isOver)),
    loop(4000, offer),
    loop(4 * PAUSE_MS, () => upload(seen, seller)),
    loop(PAUSE_MS, (n) => browse(seen, visitor, ads[n % ads.length] ?? '')),
    loop(2 * PAUSE_MS, () => search(seen, visitor)),
  ]
  return {
    seen,
    listeners,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

export async function hangUp({ seller, buyers }: Market): Promise<void> {
  await Promise.all([seller, ...buyers].map(({ client }) => client.removeAllChannels()))
}

interface Answer<T> {
  readonly data: T | null
  readonly error: { readonly message: string; readonly code?: string } | null
}

/** Runs one request and records its duration. @returns null if it failed */
async function ask<T>(seen: Seen, kind: string, run: () => PromiseLike<Answer<T>>): Promise<T | null> {
  const startedAt = performance.now()
  const { data, error } = await Promise.resolve()
    .then(run)
    .catch((cause: Error): Answer<T> => ({ data: null, error: cause }))
  seen.requests.push({ kind, startedAt, ms: performance.now() - startedAt, isOk: error === null })
  if (error === null) return data
  const key = `${kind}: ${error.code ?? ''} ${error.message}`.slice(0, 120)
  seen.errors.set(key, (seen.errors.get(key) ?? 0) + 1)
  return null
}

async function post(seen: Seen, { client }: Person, n: number): Promise<void> {
  const title = `Draft ${n} ${randomUUID().slice(0, 8)}`
  const made = await ask<{ id: string }>(seen, 'post', () =>
    client.from('listings').insert({ title, type: 'sell' }).select('id').single(),
  )
  if (made === null) return
  seen.drafts.set(made.id, title)
  const read = await ask<{ title: string }[]>(seen, 'read own', () =>
    client.from('listings').select('title').eq('id', made.id),
  )
  if (read !== null && read[0]?.title !== title) seen.unread += 1
}

/** Retries with the same client id until there is an answer, like the page. */
async function say(
  seen: Seen,
  { client }: Person,
  conversation: string,
  body: string,
  isOver: () => boolean,
): Promise<void> {
  const line = { conversation_id: conversation, body, client_id: randomUUID() }
  for (; !isOver(); await wait(200)) {
    const sent = await ask(seen, 'message', async () => {
      const { error } = await client.from('messages').insert(line)
      return { data: true, error: error?.code === '23505' ? null : error }
    })
    if (sent === null) continue
    seen.messages.set(line.client_id, body)
    const read = await ask<{ body: string }[]>(seen, 'read own', () =>
      client.from('messages').select('body').eq('client_id', line.client_id),
    )
    if (read !== null && read[0]?.body !== body) seen.unread += 1
    return
  }
}

async function makeOffer(
  seen: Seen,
  { client }: Person,
  ad: string,
  amount: number,
  isOver: () => boolean,
): Promise<void> {
  const wanted = { amount_minor: amount, client_id: randomUUID(), listing_id: ad }
  for (let tries = 0; tries < 100 && !isOver(); tries++) {
    const made = await ask<{ id: string }>(seen, 'offer', async () => {
      const answer = await client.rpc('make_offer', wanted)
      // A refusal is an answer too.
      return answer.error?.code?.startsWith('SK') ? { data: { id: '' }, error: null } : answer
    })
    if (made !== null) {
      if (made.id !== '') seen.offers.add(made.id)
      return
    }
    await wait(200)
  }
}

async function upload(seen: Seen, { id, client }: Person): Promise<void> {
  const bytes = await picture()
  const path = `${id}/${randomUUID()}.jpg`
  const bucket = client.storage.from('listing-photos')
  const stored = await ask(seen, 'upload', () => bucket.upload(path, bytes, { contentType: 'image/jpeg' }))
  if (stored === null) return
  const hash = await hashOf(client, path)
  // The server cleans the picture, so later downloads are compared with the first one.
  seen.files.set(path, hash ?? '')
}

export async function hashOf(client: SupabaseClient, path: string): Promise<string | null> {
  const { data } = await client.storage.from('listing-photos').download(path)
  if (data === null) return null
  return createHash('sha256')
    .update(Buffer.from(await data.arrayBuffer()))
    .digest('hex')
}

async function browse(seen: Seen, visitor: SupabaseClient, ad: string): Promise<void> {
  await ask(seen, 'read', () => visitor.from('listings').select('id,title,price_minor').eq('id', ad))
}

async function search(seen: Seen, visitor: SupabaseClient): Promise<void> {
  await ask(seen, 'search', () => visitor.rpc('search_listings', { params: { q: 'corduroy chair' } }))
}

async function listen({ client }: Person, conversation: string): Promise<Listener> {
  const listener: Listener = { known: new Set(), heard: new Map(), joins: 0 }
  const channel = client.channel(`conversation:${conversation}`, { config: { private: true } })
  channel.on('broadcast', { event: '*' }, ({ payload }) => {
    const id: unknown = payload?.message?.client_id
    if (typeof id !== 'string') return
    listener.known.add(id)
    listener.heard.set(id, (listener.heard.get(id) ?? 0) + 1)
  })
  const joined = Promise.withResolvers<void>()
  const late = setTimeout(() => joined.reject(new Error('A conversation could not be joined')), JOIN_MS)
  channel.subscribe((status) => {
    if (status !== 'SUBSCRIBED') return
    clearTimeout(late)
    listener.joins += 1
    void fetchMissed(client, conversation, listener).then(joined.resolve)
  })
  await joined.promise
  return listener
}

async function fetchMissed(client: SupabaseClient, conversation: string, listener: Listener): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = await client
      .from('messages')
      .select('client_id')
      .eq('conversation_id', conversation)
      .order('created_at', { ascending: false })
      .limit(1000)
    for (const { client_id } of data ?? []) listener.known.add(client_id)
    if (data) return
    await wait(300)
  }
}
