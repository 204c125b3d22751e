import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { demoId, readDemoData } from '../seed/demo-data.ts'
import { DEMO_PASSWORD, demoSignIns } from '../seed/demo-people.ts'
import { onMarket } from './database.ts'

test('the demo market is complete and has recent dates', () =>
  onMarket(async ({ owner }) => {
    const data = await readDemoData()
    const [counts] = await owner`select
      (select count(*) from public.listings)::int as listings, (select count(*) from public.listing_photos)::int as photos,
      (select count(*) from public.conversations)::int as conversations, (select count(*) from public.messages where kind <> 'system')::int as said,
      (select count(*) from public.reviews)::int as reviews, (select count(*) from public.sold_comps)::int as sales,
      (select count(*) from public.messages where created_at > now())::int as from_the_future,
      (select count(*) from public.listings where first_published_at > now() - interval '2 days')::int as fresh,
      (select count(*) from private.listing_search)::int as searchable`
    expect(counts).toMatchObject({
      listings: data.listings.length,
      photos: data.listings.flatMap((listing) => listing.photos).length,
      conversations: data.conversations.length,
      said: data.conversations.flatMap((talk) => talk.messages).filter((message) => message.kind !== 'system').length,
      reviews: data.reviews.length,
      sales: data.soldComps.length,
      from_the_future: 0,
      searchable: data.listings.filter(({ state }) => state === 'active' || state === 'reserved').length,
    })
    expect(counts?.fresh).toBeGreaterThan(20)
  }))

test('some demo sellers show response facts, each counted from their own conversations', () =>
  onMarket(async ({ owner }) => {
    const shown = await owner<
      { id: string; response_rate: number; response_minutes: number; response_count: number }[]
    >`
      select id, response_rate, response_minutes, response_count from public.sellers where response_rate is not null`
    expect(shown.length).toBeGreaterThanOrEqual(6)
    for (const seller of shown) {
      const [counted] = await owner`
        select count(*)::int as asked, round(100.0 * count(*) filter (where first.in_time) / count(*))::int as rate
        from private.counted_first_messages(${seller.id}) as first`
      expect(counted).toEqual({ asked: seller.response_count, rate: seller.response_rate })
      expect(seller.response_minutes).toBeGreaterThan(0)
    }
    expect(new Set(shown.map(({ response_rate }) => response_rate)).size).toBeGreaterThan(1)
  }))

test('the demo market has months of transparency figures', () =>
  onMarket(async ({ owner }) => {
    const months = await owner<{ figures: Record<string, number | null> }[]>`
      select figures from public.transparency_months order by month desc`
    expect(months.length).toBeGreaterThanOrEqual(2)
    expect(months[1]?.figures).toMatchObject({
      reports: expect.any(Number),
      decisions: expect.any(Number),
      automatic: expect.any(Number),
      hours_to_decision: expect.any(Number),
    })
    expect(months[1]?.figures.reports).toBeGreaterThan(10)
  }))

test('a moderator of the demo market has reports to decide, an ad beside the one that its photo is from, and a ticket', () =>
  onMarket(async ({ owner }) => {
    const [waiting] = await owner`select
      (select count(*)::int from public.reports where state = 'new' and evidence <> '{}' and created_at < now()) as reports,
      (select count(*)::int from public.listings where state = 'pending_review' and state_rule like 'photo_elsewhere:%') as ads,
      (select count(*)::int from public.tickets where state = 'open' and created_at < now()) as tickets`
    expect(waiting).toEqual({ reports: 2, ads: 1, tickets: 1 })
  }))

test('demo deals are in every state, and their notifications have past dates', () =>
  onMarket(async ({ owner }) => {
    const states = await owner<{ state: string }[]>`select distinct state from public.deals order by state`
    expect(states.map(({ state }) => state)).toEqual([
      'agreed',
      'cancelled',
      'completed',
      'handed_over',
      'no_show',
      'scheduled',
    ])
    const [told] = await owner`select count(*)::int as notifications, count(distinct kind)::int as kinds,
      count(*) filter (where kind = 'favorite_back')::int as wrong, count(*) filter (where created_at > now())::int as from_the_future
      from public.notifications`
    expect(told).toMatchObject({ wrong: 0, from_the_future: 0 })
    expect(told?.kinds).toBeGreaterThan(8)
    const found = await owner`select from public.saved_searches search where not exists (
      select from public.search_hits hit where hit.search_id = search.id)`
    expect(found).toHaveLength(0)
  }))

test('the days of a demo ad never add up to more views than it has', () =>
  onMarket(async ({ owner }) => {
    const more = await owner`
      select ad.title, ad.views_count, sum(seen.views) from public.listings ad join public.listing_days seen on seen.listing_id = ad.id
      group by ad.id having sum(seen.views) > ad.views_count`
    expect(more).toEqual([])
    const [seen] = await owner`select count(*)::int as days from public.listing_days`
    expect(seen?.days).toBeGreaterThan(100)
  }))

test('demo users can sign in, demo scammers cannot', () =>
  onMarket(async ({ owner }) => {
    for (const { email, password } of demoSignIns(await readDemoData())) {
      const [user] = await owner<
        { encrypted_password: string }[]
      >`select encrypted_password from auth.users where email = ${email}`
      expect(await verify(user?.encrypted_password ?? '', password)).toBe(true)
      expect(password).toBe(DEMO_PASSWORD)
    }
    expect(await owner`select id from auth.users where email like 'x0%' and encrypted_password is not null`).toEqual([])
    const marked =
      await owner`select is_demo, trust_level from public.profiles where id in (${demoId('s01')}, ${demoId('x01')}) order by trust_level`
    expect(marked).toEqual([
      { is_demo: true, trust_level: 0 },
      { is_demo: true, trust_level: 3 },
    ])
  }))

test('every category of the file exists, numbered as a tree', () =>
  onMarket(async ({ owner }) => {
    const [row] = await owner`
      select count(*)::int as categories, count(*) filter (where level = 1)::int as roots, count(*) filter (where leaf)::int as leaves,
        bool_and(leaf = (ord_from = ord_to)) as numbered from public.categories`
    expect(row).toEqual({ categories: 143, roots: 16, leaves: 122, numbered: true })
  }))

test('every offer in a chat exists and can be answered, and every deal has an accepted one and an ad in its state', () =>
  onMarket(async ({ owner }) => {
    const data = await readDemoData()
    const said = data.conversations.flatMap((talk) => talk.messages).filter(({ kind }) => kind === 'offer')
    const [counts] = await owner`select
      (select count(*)::int from public.messages message join public.offers offer
        on offer.id::text = message.payload ->> 'offer_id' and offer.amount_minor = (message.payload ->> 'amount_minor')::int
        where message.kind = 'offer') as offers,
      (select count(*)::int from public.deals deal join public.offers offer on offer.id = deal.offer_id and offer.state = 'accepted'
        join public.listings listing on listing.id = deal.listing_id
          and (listing.state = 'reserved' and deal.reserved_until > now() and deal.ended_at is null
            or listing.state = 'sold' and deal.state = 'completed' or listing.state = 'active' and deal.state in ('cancelled', 'no_show'))) as deals,
      (select count(*)::int from public.sellers seller join public.deals deal on seller.id in (deal.buyer_id, deal.seller_id)
        where not seller.is_demo) as strangers`
    expect(counts).toEqual({
      offers: said.length,
      deals: said.filter(({ offer_state }) => offer_state === 'accepted').length,
      strangers: 0,
    })
  }))
