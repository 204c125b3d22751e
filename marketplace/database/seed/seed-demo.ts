import type { Sql } from 'souk-backend/postgres'
import { insertAds, insertSoldComps, setCounters } from './demo-ads.ts'
import { type DemoData, readDemoData } from './demo-data.ts'
import { insertOpenReports, insertPastReports } from './demo-moderation.ts'
import { insertFollows, insertNotifications, insertSearches } from './demo-news.ts'
import { demoSignIns, insertPeople } from './demo-people.ts'
import { uploadPictures } from './demo-pictures.ts'
import { insertTickets } from './demo-support.ts'
import { insertConversations, insertFavorites, insertReviews } from './demo-talk.ts'
import { spreadViews } from './demo-views.ts'
import { largeMarket } from './large-market.ts'

/** A new version of the demo data needs another name and is added next to this one. */
const SEED = 'demo-market-1'
const LARGE_SEED = 'large-market-1'

export interface SeedContext {
  /** The owner of the database. */
  readonly sql: Sql
  /** URL of this server: pictures are uploaded through its storage API. */
  readonly url: string
  readonly secretKey: string
  /** Whether to add thousands of generated ads. */
  readonly isLarge?: boolean
  readonly log: { info(details: object, message: string): void }
}

/**
 * Fills an empty database with the demo market: pictures first, then all rows in one transaction that also marks it as
 * complete. If killed, the next start continues; if complete, it does nothing.
 * @returns lines for the startup banner: who can sign in
 */
export async function seedDemo({ sql, url, secretKey, isLarge = false, log }: SeedContext): Promise<readonly string[]> {
  const data = await readDemoData()
  if (!(await isSeeded(sql, SEED))) {
    const startedAt = performance.now()
    await uploadPictures(sql, { url, secretKey }, data)
    await sql.begin(async (transaction) => {
      // Processes that start together are serialised: the second one finds it complete.
      await transaction`select pg_advisory_xact_lock(hashtext(${SEED}))`
      if (await isSeeded(transaction, SEED)) return
      const now = new Date()
      await insertPeople(transaction, data, now)
      await insertAds(transaction, data, now)
      await insertSoldComps(transaction, data, now)
      await insertConversations(transaction, data, now)
      await insertReviews(transaction, data, now)
      await insertFavorites(transaction, data)
      await setCounters(transaction, data)
      await spreadViews(transaction, now)
      await insertPastReports(transaction, now)
      await insertOpenReports(transaction, now)
      await insertTickets(transaction, now)
      await insertFollows(transaction, now)
      await insertSearches(transaction, now)
      await insertNotifications(transaction, data, now)
      await transaction`insert into private.seeds (name) values (${SEED})`
    })
    log.info(
      { milliseconds: Math.round(performance.now() - startedAt), ads: data.listings.length },
      'demo market filled',
    )
  }
  if (isLarge && !(await isSeeded(sql, LARGE_SEED))) await fillLarge(sql, data, log)
  return demoSignIns(data).map(({ email, password, name }) => `Sign in as ${name}: ${email}, password ${password}`)
}

/** The generated ads, in one transaction too; their pictures already exist. */
async function fillLarge(sql: Sql, data: DemoData, log: SeedContext['log']): Promise<void> {
  const startedAt = performance.now()
  const large = { ...data, listings: largeMarket(data) }
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext(${LARGE_SEED}))`
    if (await isSeeded(transaction, LARGE_SEED)) return
    await insertAds(transaction, large, new Date())
    await setCounters(transaction, large)
    await transaction`insert into private.seeds (name) values (${LARGE_SEED})`
  })
  log.info(
    { milliseconds: Math.round(performance.now() - startedAt), ads: large.listings.length },
    'large demo market filled',
  )
}

async function isSeeded(sql: Pick<Sql, 'unsafe'>, seed: string): Promise<boolean> {
  const rows = await sql.unsafe('select from private.seeds where name = $1', [seed])
  return rows.length > 0
}
