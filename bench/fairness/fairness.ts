import { fork } from 'node:child_process'
import { once } from 'node:events'
import { costFigure, type Figure, percentile } from '../figure.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { aTrustedPerson, type Person } from '../harness/people.ts'
import { ATTACKS, type Scene } from './attacks.ts'
import { aPhoto } from './photos.ts'
import { json, sender, uploader } from './send.ts'

/** Documentation addresses (RFC 5737), sent by a local proxy that the server trusts. */
const GREEDY = '203.0.113.1'
const MODEST = '203.0.113.2'
const WARM_UP_MS = 3_000
const [READS, SEARCHES, UPLOADS] = [50, 30, 10]
/** Alternates quiet and busy rounds, so that other load affects both. */
const ROUNDS = 3
/** Maximum ratio of the modest address's times under attack to its quiet ones. */
const MOST_TIMES = 5
/** Runs only kinds whose name contains this. */
const ONLY = process.env.FAIRNESS_KIND

/** One address attacks in every way, while another reads an ad, searches and uploads a photo. */
export async function fairness(): Promise<Figure[]> {
  const market = await openMarket({ demo: true, environment: { TRUST_PROXY: '127.0.0.1' } })
  try {
    return await measure(market)
  } finally {
    await market.close()
  }
}

async function measure(market: Market): Promise<Figure[]> {
  const modest = await modestActions(market)
  const scene = await sceneOf(market)
  const figures: Figure[] = []
  for (const kind of Object.keys(ATTACKS)) {
    if (ONLY && !kind.includes(ONLY)) continue
    const [quiet, busy]: [Waits, Waits] = [{}, {}]
    for (let round = 0; round < ROUNDS; round += 1) {
      await addWaits(quiet, modest)
      await during(kind, scene, () => addWaits(busy, modest)).catch((cause: unknown) => {
        throw new Error(`during ${kind}`, { cause })
      })
    }
    for (const action of Object.keys(modest)) {
      figures.push(
        costFigure({
          name: `fairness, ${action} during ${kind}, p95`,
          unit: 'ms',
          ours: percentile(busy[action] ?? [], 0.95),
          limit: percentile(quiet[action] ?? [], 0.95),
          goal: `${1 / MOST_TIMES} (${MOST_TIMES}x quiet)`,
        }),
      )
    }
  }
  return figures
}

/** Runs the attack during `work` in a separate process, so that its traffic does not delay the measurement. */
async function during<T>(kind: string, scene: Scene, work: () => Promise<T>): Promise<T> {
  const attacker = fork(new URL('./attacker.ts', import.meta.url))
  const ended = once(attacker, 'exit')
  attacker.send({ kind, scene })
  await Promise.race([
    once(attacker, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the attacker ended with ${code} before it began`))),
  ])
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
  try {
    return await work()
  } finally {
    attacker.send('enough')
    await ended
  }
}

type Actions = Readonly<Record<string, { readonly times: number; action(n: number): Promise<Response> }>>

/** Times in milliseconds, by action. */
type Waits = Record<string, number[]>

async function addWaits(waits: Waits, actions: Actions): Promise<void> {
  for (const [name, { times, action }] of Object.entries(actions)) {
    const samples = waits[name] ?? []
    waits[name] = samples
    for (let n = 0; n < times + 3; n += 1) {
      const startedAt = performance.now()
      const response = await action(n)
      if (!response.ok) {
        const tookMs = Math.round(performance.now() - startedAt)
        throw new Error(`${name}: ${response.status} after ${tookMs} ms: ${await response.text()}`)
      }
      await response.arrayBuffer()
      if (n >= 3) samples.push(performance.now() - startedAt)
    }
  }
}

async function modestActions(market: Market): Promise<Actions> {
  const send = sender({ ...market, address: MODEST, token: await market.anonymousToken() })
  const ids = await market.sql<{ id: string }[]>`select id from public.listings where state = 'active' limit 50`
  const seller = await aTrustedPerson(market)
  const upload = uploader(sender({ ...market, address: MODEST, token: await tokenOf(seller) }), seller.id)
  const photos = await Promise.all(
    Array.from({ length: UPLOADS + 3 }, (_, n) => aPhoto('armchair-blue-1.jpg', 900 + n)),
  )
  return {
    'read of one ad': {
      times: READS,
      action: (n) =>
        send(`rest/v1/listings?select=id,title,price_minor,listing_photos(path)&id=eq.${ids[n % ids.length]?.id}`),
    },
    search: {
      times: SEARCHES,
      action: (n) => send('rest/v1/rpc/search_listings', json({ params: { q: `chair ${n}` } })),
    },
    upload: { times: UPLOADS, action: (n) => upload(photos[n % photos.length] ?? Buffer.alloc(0)) },
  }
}

/** The facts an attack needs. */
async function sceneOf(market: Market): Promise<Scene> {
  const greedy = await aTrustedPerson(market)
  // Sizes that visitors may render; each is uncached the first time.
  const photos = await market.sql<{ path: string }[]>`select path from public.listing_photos limit 300`
  return {
    url: market.url,
    publishableKey: market.publishableKey,
    address: GREEDY,
    userId: greedy.id,
    userToken: await tokenOf(greedy),
    visitorToken: await market.anonymousToken(),
    photoPaths: photos.map(({ path }) => path),
  }
}

async function tokenOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('nobody is signed in')
  return data.session.access_token
}
