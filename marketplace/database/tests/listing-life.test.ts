import fc from 'fast-check'
import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { search } from './search-market.ts'

async function moderator({ owner, person }: Market, role = 'moderator'): Promise<Person> {
  const someone = await person('Mo')
  await owner`update public.profiles set role = ${role} where id = ${someone.id}`
  return someone
}

/** Backdates all dates of this ad by some days. */
async function backdate({ owner }: Market, ad: string, days: number): Promise<void> {
  await owner`set local session_replication_role = replica` // passing time must not fire triggers
  await owner`
    update public.listings set created_at = created_at - ${days} * interval '1 day', sold_at = sold_at - ${days} * interval '1 day',
      first_published_at = first_published_at - ${days} * interval '1 day', expires_at = expires_at - ${days} * interval '1 day'
    where id = ${ad}`
  await owner`set local session_replication_role = default`
}

const verb = (name: string, ad: string) => (sql: TransactionSql) =>
  sql<{ state: string }[]>`select state from ${sql(`public.${name}`)}(${ad})`

test('an ad can be extended from day 50 on, keeping its savers and its rank among the newest', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
    const ad = await market.adOf(anna)
    await ben.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
    await backdate(market, ad, 49)
    const early = await anna.isRefused(verb('extend_listing', ad))
    expect(early).toMatchObject({
      code: 'SK124',
      message: expect.stringMatching(/^This ad runs until \d+ \w+ \d{4}\. You can extend it from \d+ \w+ \d{4}\.$/),
    })
    await backdate(market, ad, 1.1)
    const facts = () => market.owner`
      select first_published_at, saves_count, expires_at > now() + interval '59 days' as is_long from public.listings where id = ${ad}`
    const [before] = await facts()
    await anna.does(verb('extend_listing', ad))
    await anna.does(verb('extend_listing', ad)) // a double tap
    expect(await facts()).toEqual([{ ...before, is_long: true }])
    const [event] = await anna.does(
      (sql) =>
        sql`select event, from_state, to_state from public.listing_events where listing_id = ${ad} order by id desc limit 1`,
    )
    expect(event).toEqual({ event: 'extended', from_state: 'active', to_state: 'active' })
    const { items } = await search(market, { sort: 'newest', limit: 1 })
    expect(items[0]?.id).not.toBe(ad)
  }))

test.each([
  ['sold', 13, true],
  ['sold', 15, false],
  ['expired', 89, true],
  ['expired', 91, false],
])('an ad that was %s for %i days can return: %s', (state, days, isBack) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    if (state === 'sold') {
      await anna.does((sql) => sql`select public.mark_listing_sold(${ad}, 9000)`)
      await anna.does((sql) => sql`select public.share_sold_price(${ad}, true)`)
    } else await backdate(market, ad, 60.01)
    await market.owner`select private.expire_listings(${anna.id})`
    await backdate(market, ad, days)
    if (!isBack) {
      expect(await anna.isRefused(verb('relist_listing', ad))).toMatchObject({
        status: 409,
        message: expect.stringContaining('Post a new ad instead'),
      })
      return
    }
    expect(await anna.does(verb('relist_listing', ad))).toEqual([{ state: 'active' }])
    // A reverted sale must not affect the price guide.
    expect(await market.owner`select 1 from public.sold_comps where listing_id = ${ad}`).toEqual([])
  }),
)

test('active ads are limited to ten for new accounts, more for known ones; paused and sold do not count', () =>
  onMarket(async (market) => {
    const { owner, person, trusted, draftOf, adOf } = market
    const onOffer = async (someone: Person, count: number) => {
      const ads: string[] = []
      for (let ad = 0; ad < count; ad++) ads.push(await draftOf(someone, { type: 'wanted' }))
      await owner`
        update public.listings set state = 'active', first_published_at = now(), expires_at = now() + interval '60 days'
        where id = any(${ads})`
      return ads
    }
    const ben = await person('Ben')
    const [first = '', second = ''] = await onOffer(ben, 9)
    await adOf(ben)
    const eleventh = await draftOf(ben, { type: 'wanted' })
    const refusal = await ben.isRefused(verb('publish_listing', eleventh))
    expect(refusal.message).toBe('New accounts can have 10 live ads. Mark one as sold or pause one first.')

    await ben.does(verb('pause_listing', first))
    await ben.does(verb('publish_listing', eleventh))
    expect((await ben.isRefused(verb('resume_listing', first))).message).toContain('10 live ads')
    await ben.does((sql) => sql`select public.mark_listing_sold(${second})`)
    expect(await ben.does(verb('resume_listing', first))).toEqual([{ state: 'active' }])

    const anna = await trusted('Anna')
    await onOffer(anna, 10)
    await adOf(anna)
    await owner`update private.listing_quotas set most = 11 where level = 2`
    await expect(adOf(anna)).rejects.toThrow('You can have 11 live ads.')
  }))

test('an expired ad becomes available by extending it', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    await backdate(market, ad, 61)
    await market.owner`select private.expire_listings(${anna.id})`
    expect(await anna.does(verb('extend_listing', ad))).toEqual([{ state: 'active' }])
  }))

test('only moderators can hide, restore and remove ads, with a reason for the seller', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const mod = await moderator(market)
    const ad = await market.adOf(anna)
    const hide = (reason: string) => (sql: TransactionSql) =>
      sql`select public.hide_listing(${ad}, ${reason}, 'prohibited:weapons')`
    for (const someone of [anna, ben]) expect((await someone.isRefused(hide('It shows a gun.'))).code).toBe('42501')
    expect((await market.visitor.isRefused(hide('It shows a gun.'))).code).toBe('42501')
    expect((await mod.isRefused(hide(' '))).message).toContain('Give a reason')

    await anna.does(verb('reserve_listing', ad))
    await mod.does(hide('It shows a gun.'))
    expect(await market.visitor.does((sql) => sql`select 1 from public.listings where id = ${ad}`)).toEqual([])
    const [own] = await anna.does(
      (sql) => sql`select state, state_reason, state_rule from public.my_listings where id = ${ad}`,
    )
    expect(own).toEqual({ state: 'hidden', state_reason: 'It shows a gun.', state_rule: 'prohibited:weapons' })
    for (const name of ['resume_listing', 'publish_listing', 'relist_listing', 'mark_listing_sold'])
      expect((await anna.isRefused(verb(name, ad))).message).toBe('A moderator hid this ad, so you can’t change it.')
    const edit = (sql: TransactionSql) =>
      sql`update public.listings set title = 'Another chair' where id = ${ad} returning id`
    expect(await anna.does(edit)).toEqual([])

    await mod.does(verb('unhide_listing', ad))
    const [back] = await anna.does(
      (sql) => sql`select state, state_reason, state_rule from public.my_listings where id = ${ad}`,
    )
    expect(back).toEqual({ state: 'active', state_reason: null, state_rule: null })
    expect((await mod.isRefused((sql) => sql`select public.remove_listing(${ad}, 'It is a gun.')`)).message).toContain(
      'Hide the ad first',
    )
    await mod.does(hide('It is a gun after all.'))
    await mod.does((sql) => sql`select public.remove_listing(${ad}, 'It is a gun.')`)
    expect((await anna.isRefused(verb('extend_listing', ad))).message).toContain('A moderator removed this ad')
    const admin = await moderator(market, 'admin')
    const lines = await admin.does(
      (sql) => sql`select actor_id, action from public.audit_log where target = ${ad} order by id`,
    )
    expect(lines).toEqual(
      ['listing.hide', 'listing.unhide', 'listing.hide', 'listing.remove'].map((action) => ({
        actor_id: mod.id,
        action,
      })),
    )
  }))

test('a moderator cannot decide about their own ad', () =>
  onMarket(async (market) => {
    const mod = await moderator(market)
    await market.owner`update public.profiles set trust_level = 1 where id = ${mod.id}`
    const ad = await market.adOf(mod)
    const refused = await mod.isRefused((sql) => sql`select public.hide_listing(${ad}, 'For a while.')`)
    expect(refused.message).toBe('This is your own ad. Another moderator has to decide.')
  }))

test('the history of an ad is append-only, and deleted with its account', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    const { owner } = market
    const tries = [
      (sql: TransactionSql) => sql`update public.listing_events set event = 'sold' where listing_id = ${ad}`,
      (sql: TransactionSql) => sql`delete from public.listing_events where listing_id = ${ad}`,
    ]
    for (const attempt of tries) {
      expect((await anna.isRefused(attempt)).code).toBe('42501')
      await expect(owner.savepoint(attempt)).rejects.toThrow('only ever added to')
    }
    await owner`delete from auth.users where id = ${anna.id}`
    expect(await owner`select 1 from public.listing_events where listing_id = ${ad}`).toEqual([])
  }))

/**
 * Every action on an ad, with its allowed transitions. Actions that would make an ad available whose text has become forbidden send it to
 * review instead.
 */
const ON_OFFER = ['active', 'reserved', 'paused']
const ACTS: Record<string, { from: readonly string[]; to: readonly string[] }> = {
  publish: { from: ['draft', 'changes_requested', 'active', 'pending_review'], to: ['active', 'pending_review'] },
  reserve: { from: ['active', 'reserved'], to: ['reserved'] },
  unreserve: { from: ['reserved', 'active'], to: ['active'] },
  pause: { from: ON_OFFER, to: ['paused'] },
  resume: { from: ['paused', 'active'], to: ['active'] },
  sell: { from: [...ON_OFFER, 'expired', 'sold'], to: ['sold'] },
  withdraw: { from: [...ON_OFFER, 'expired', 'sold'], to: ['sold'] },
  relist: { from: ['sold', 'expired'], to: ['active'] },
  extend: { from: [...ON_OFFER, 'expired'], to: [...ON_OFFER] },
  expire: { from: ON_OFFER, to: ['expired'] },
  hide: { from: [...ON_OFFER, 'expired', 'sold', 'pending_review', 'changes_requested', 'hidden'], to: ['hidden'] },
  unhide: { from: ['hidden'], to: [...ON_OFFER, 'expired', 'sold', 'pending_review', 'changes_requested'] },
  remove: { from: ['hidden', 'rejected', 'removed'], to: ['removed'] },
  approve: { from: ['pending_review'], to: ['active'] },
  sendBack: { from: ['pending_review'], to: ['changes_requested'] },
  reject: { from: ['pending_review'], to: ['rejected'] },
  arm: { from: ['draft', 'pending_review', 'changes_requested', 'active', 'paused', 'expired'], to: [] },
  disarm: { from: ['draft', 'pending_review', 'changes_requested', ...ON_OFFER, 'expired'], to: [] },
  delete: { from: [], to: ['deleted'] },
  aWeek: { from: [], to: [] },
  aMonth: { from: [], to: [] },
}

async function perform(market: Market, name: string, ad: string, anna: Person, mod: Person): Promise<void> {
  const seller = (statement: Parameters<Person['does']>[0]) => anna.does(statement)
  const title = (text: string) => seller((sql) => sql`update public.listings set title = ${text} where id = ${ad}`)
  switch (name) {
    case 'aWeek':
      return backdate(market, ad, 7)
    case 'aMonth':
      return backdate(market, ad, 30)
    case 'expire':
      return void (await market.owner`select private.expire_listings(${anna.id})`)
    case 'arm':
      return void (await title('Samurai sword for the wall'))
    case 'disarm':
      return void (await title('Reading chair with a lamp'))
    case 'sell':
      return void (await seller((sql) => sql`select public.mark_listing_sold(${ad}, 9000)`))
    case 'withdraw':
      return void (await seller((sql) => sql`select public.mark_listing_sold(${ad}, null, 'withdrawn')`))
    case 'hide':
      return void (await mod.does((sql) => sql`select public.hide_listing(${ad}, 'Somebody complained.')`))
    case 'remove':
      return void (await mod.does((sql) => sql`select public.remove_listing(${ad}, 'It has to go.')`))
    case 'unhide':
      return void (await mod.does(verb('unhide_listing', ad)))
    case 'approve':
    case 'reject':
    case 'sendBack': {
      const decision = name === 'sendBack' ? 'request_changes' : name
      return void (await mod.does((sql) => sql`select public.review_listing(${ad}, ${decision}, 'Looked at it.')`))
    }
    default:
      return void (await seller(verb(`${name}_listing`, ad)))
  }
}

interface Facts {
  state: string
  version: number
  first_published_at: Date | null
  /** Its text must be reviewed before it may be public. */
  waits: boolean
  broken: string | null
}

/** The state of the ad, and the first invariant that it violates. */
async function factsOf({ owner }: Market, ad: string, seller: string): Promise<Facts> {
  const [row] = await owner<Facts[]>`
    with said as (
      select *, lag(to_state) over (order by id) as state_then from public.listing_events where listing_id = ${ad}
    )
    select ad.state, ad.version, ad.first_published_at,
      ad.title like 'Samurai%' and not 'prohibited:weapons' = any(ad.cleared_rules) as waits, case
      when exists (select from said where from_state is distinct from state_then) then 'the events do not follow each other'
      when (select to_state from said order by id desc limit 1) <> ad.state then 'the events end in another state'
      when (select count(*) from said where event = 'created') <> 1 then 'it was not created once'
      when (ad.state in ('active', 'reserved')) <> exists (select from private.listing_search entry where entry.listing_id = ad.id)
        then 'search does not agree'
      when (ad.state = 'sold') <> (ad.sold_at is not null) and ad.state not in ('hidden', 'removed', 'deleted') then 'sold without a sale'
      when (select active_count from public.sellers where id = ${seller}) <> (ad.state in ('active', 'reserved'))::int then 'active_count'
      when (select sold_count from public.sellers where id = ${seller})
        <> (ad.state = 'sold' and ad.sold_channel <> 'withdrawn')::int then 'sold_count'
      when ad.state in ('pending_review', 'rejected', 'hidden', 'removed') and ad.state_reason is null then 'no reason given'
      when ad.state in ('active', 'reserved', 'paused', 'sold', 'expired') and ad.state_reason is not null then 'a reason left behind'
      when ad.saves_count <> (select count(*) from public.favorites where listing_id = ad.id) then 'watchers lost'
      when ad.state in ('active', 'reserved') and ad.title like 'Samurai%' and not 'prohibited:weapons' = any(ad.cleared_rules)
        then 'on offer although nobody looked'
    end as broken
    from public.listings ad where ad.id = ${ad}`
  if (!row) throw new Error('the ad is gone')
  return row
}

test(
  'any sequence of actions makes allowed transitions only, loses nothing, and is reflected by the events',
  () =>
    onMarket(async (market) => {
      const mod = await moderator(market)
      const watcher = await market.person('Ben')
      const names = Object.keys(ACTS)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 8, maxLength: 24 }), async (actions) => {
          const anna = await market.trusted('Anna')
          const ad = await market.draftOf(anna, { category: 'collectables' })
          const photo = await market.photoOf(anna)
          await anna.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${ad}, ${photo})`)
          await anna.does(verb('publish_listing', ad))
          await watcher.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
          let before = await factsOf(market, ad, anna.id)
          for (const name of actions) {
            const rule = ACTS[name]
            const refusal = await perform(market, name, ad, anna, mod).then(
              () => null,
              (error: { code?: string }) => error.code ?? 'crash',
            )
            const after = await factsOf(market, ad, anna.id)
            expect({ name, broken: after.broken }).toEqual({ name, broken: null })
            // A refusal comes from a rule, is never a crash, and changes nothing.
            if (refusal)
              expect({ name, refusal, state: after.state }).toEqual({
                name,
                refusal: expect.stringMatching(/^SK/),
                state: before.state,
              })
            if (after.state !== before.state) {
              const isEdit = name === 'arm' || name === 'disarm'
              const isQueued = after.state === 'pending_review' && before.waits && rule?.to.includes('active')
              const allowed = isEdit ? after.state === 'pending_review' : isQueued || rule?.to.includes(after.state)
              const begun = name === 'delete' || rule?.from.includes(before.state)
              expect({ name, from: before.state, to: after.state, ok: Boolean(allowed && begun) }).toMatchObject({
                ok: true,
              })
            }
            expect(after.version).toBeGreaterThanOrEqual(before.version)
            // Only passing time moves the date of the first publication.
            if (name !== 'aWeek' && name !== 'aMonth' && before.first_published_at)
              expect(after.first_published_at).toEqual(before.first_published_at)
            before = after
            if (after.state === 'deleted') break
          }
        }),
        { numRuns: 15, endOnFailure: true, seed: 20_261_121 },
      )
    }),
  120_000,
)
