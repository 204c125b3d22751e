import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from 'souk-backend'
import postgres from 'souk-backend/postgres'
import { createLogger, migrationsOf, startDatabase } from 'souk-backend/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A separate database: these calls are committed, on many concurrent connections. */
const MIGRATIONS = migrationsOf({ migrations: join(import.meta.dirname, '../migrations') })
const CALLS = 50
const BUYERS = 10
let dataDir: string
let running: Awaited<ReturnType<typeof startDatabase>>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-race-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' })
  running = await startDatabase(config, createLogger(config.logLevel), MIGRATIONS)
}, 180_000)
afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function person(): Promise<string> {
  const id = randomUUID()
  await running.database.admin`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${id}, ${`${id}@example.com`}, now(), '{"first_name": "Anna"}')`
  await running.database.admin`update public.profiles set trust_level = 1 where id = ${id}`
  return id
}

/** An available ad for 120.00 with one offer from each of ten buyers; the seller has countered half of them. */
async function createArmchairWithOffers() {
  const { admin } = running.database
  const seller = await person()
  const [ad] = await admin<{ id: string }[]>`
    insert into public.listings (seller_id, category, title, description, price_minor, condition, city, state, first_published_at, expires_at)
    values (${seller}, 'armchairs', 'Reading chair in mustard', 'Bought two years ago, sat in on Sundays only.', 12000, 'good', 'Lisbon',
      'active', now(), now() + interval '30 days') returning id`
  const answers: { offer: string; by: string }[] = []
  for (let at = 0; at < BUYERS; at++) {
    const buyer = await person()
    const does = <Row extends object>(who: string, text: string) =>
      admin.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who, role: 'authenticated' })}, true)`
        return sql.unsafe<Row[]>(text)
      })
    const [offer] = await does<{ id: string }>(
      buyer,
      `select id from public.make_offer(10000, gen_random_uuid(), '${ad?.id}')`,
    )
    if (at % 2 === 0) answers.push({ offer: offer?.id ?? '', by: seller })
    else {
      const [counter] = await does<{ id: string }>(
        seller,
        `select id from public.counter_offer('${offer?.id}', 11000, gen_random_uuid())`,
      )
      answers.push({ offer: counter?.id ?? '', by: buyer })
    }
  }
  return { ad: ad?.id ?? '', answers }
}

test('50 simultaneous acceptances by the seller and five buyers produce a single deal', async () => {
  const { ad, answers } = await createArmchairWithOffers()
  const { replication } = running.database
  const { host, port, path, user, password, database } = replication
  const connections = Array.from({ length: CALLS }, () =>
    postgres({ host, port, ...(path ? { path } : {}), user, password, database, max: 1, onnotice: () => undefined }),
  )
  try {
    await Promise.all(connections.map((sql) => sql`select 1`)) // open all connections before the first call
    const outcomes = await Promise.all(
      connections.map(async (sql, at) => {
        const { offer, by } = answers[at % answers.length] ?? { offer: '', by: '' }
        try {
          return await sql.begin(async (transaction) => {
            await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: by, role: 'authenticated' })}, true),
              set_config('role', 'authenticated', true)`
            const [deal] = await transaction<{ id: string }[]>`select id from public.accept_offer(${offer})`
            return deal?.id ?? 'nothing'
          })
        } catch (error) {
          return (error as { code?: string }).code ?? String(error)
        }
      }),
    )
    const deals = await running.database.admin<{ id: string; offer_id: string }[]>`
      select id, offer_id from public.deals where listing_id = ${ad}`
    expect(deals).toHaveLength(1)
    // Acceptances of the winning offer returned the deal, all others a refusal; none failed with an internal error.
    expect(new Set(outcomes)).toEqual(new Set([deals[0]?.id, 'SK334']))
    expect(outcomes.filter((outcome) => outcome === deals[0]?.id)).toHaveLength(CALLS / BUYERS)
    const states = await running.database.admin<{ state: string; count: number }[]>`
      select state, count(*)::int from public.offers where listing_id = ${ad} and state <> 'countered' group by state order by state`
    expect(states).toEqual([
      { state: 'accepted', count: 1 },
      { state: 'superseded', count: BUYERS - 1 },
    ])
    const [listing] = await running.database.admin`select state from public.listings where id = ${ad}`
    expect(listing).toEqual({ state: 'reserved' })
  } finally {
    await Promise.all(connections.map((sql) => sql.end()))
  }
}, 120_000)
