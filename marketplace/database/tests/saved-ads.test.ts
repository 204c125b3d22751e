import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function spreadNews({ owner }: Market): Promise<void> {
  // Notifications of the demo market are irrelevant here.
  await owner`delete from private.listing_news where created_at < now()`
  for (let isMore = true; isMore; ) {
    const [row] = await owner<{ told: boolean }[]>`select private.fan_out_listing_news() as told`
    isMore = row?.told ?? false
  }
}

const notificationsOf = async ({ owner }: Market, person: Person) => {
  const rows = await owner<{ kind: string }[]>`
    select kind from public.notifications where user_id = ${person.id} order by kind`
  return rows.map(({ kind }) => kind)
}

const saveAd = (person: Person, ad: string) =>
  person.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)

test('savers are notified once each when an ad is cheaper, reserved, back or sold, unless they opted out', () =>
  onMarket(async (market) => {
    const [anna, ben, carla] = [await market.trusted('Anna'), await market.person('Ben'), await market.person('Carla')]
    const ad = await market.adOf(anna)
    await saveAd(ben, ad)
    await saveAd(carla, ad)
    await carla.does((sql) => sql`update public.favorites set notify = false`)
    const prices = (minor: number) =>
      anna.does((sql) => sql`update public.listings set price_minor = ${minor} where id = ${ad}`)
    const hears = async () => {
      await spreadNews(market)
      return notificationsOf(market, ben)
    }
    await prices(15_000)
    expect(await hears()).toEqual([])
    // Cheaper than a moment ago, but dearer than when it was saved.
    await prices(14_000)
    expect(await hears()).toEqual([])
    await prices(9000)
    expect(await hears()).toEqual(['favorite_price_drop'])
    await anna.does((sql) => sql`select public.reserve_listing(${ad})`)
    expect(await hears()).toEqual(['favorite_price_drop', 'favorite_reserved'])
    await anna.does((sql) => sql`select public.unreserve_listing(${ad})`)
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    // Its brief return is no longer news.
    expect(await hears()).toEqual(['favorite_price_drop', 'favorite_reserved', 'favorite_sold'])
    await anna.does((sql) => sql`select public.relist_listing(${ad})`)
    expect(await hears()).toEqual(['favorite_back', 'favorite_price_drop', 'favorite_reserved', 'favorite_sold'])
    expect(await notificationsOf(market, carla)).toEqual([])
    const [drop] =
      await market.owner`select payload from public.notifications where kind = 'favorite_price_drop' and user_id = ${ben.id}`
    expect(drop?.payload).toMatchObject({ listing_id: ad, amount_minor: 9000, previous_minor: 14_000, currency: 'EUR' })
  }))

test('only the owner can change folder, note and notifications of a saved ad, within limits', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
    await saveAd(ben, await market.adOf(anna))
    await ben.does(
      (sql) => sql`update public.favorites set folder = 'Living room', note = 'Ask about the cushion', notify = false`,
    )
    await anna.does((sql) => sql`update public.favorites set note = 'Mine now'`)
    expect(await ben.does((sql) => sql`select folder, note, notify from public.favorites`)).toEqual([
      { folder: 'Living room', note: 'Ask about the cushion', notify: false },
    ])
    expect((await ben.isRefused((sql) => sql`update public.favorites set note = ${'x'.repeat(201)}`)).code).toBe(
      '23514',
    )
    expect((await ben.isRefused((sql) => sql`update public.favorites set folder = ' '`)).code).toBe('23514')
    expect((await ben.isRefused((sql) => sql`update public.favorites set seen_price_minor = 1`)).code).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`update public.favorites set note = ''`)).code).toBe('42501')
  }))

test('followers are notified of a new ad once, and follows are private', () =>
  onMarket(async (market) => {
    const [anna, ben, carla] = [await market.trusted('Anna'), await market.person('Ben'), await market.person('Carla')]
    const follows = (person: Person) => person.does((sql) => sql`select seller_id from public.follows`)
    await ben.does((sql) => sql`insert into public.follows (seller_id) values (${anna.id})`)
    expect([await follows(ben), await follows(anna), await follows(carla)]).toEqual([[{ seller_id: anna.id }], [], []])
    const ad = await market.adOf(anna)
    await anna.does((sql) => sql`select public.pause_listing(${ad})`)
    await anna.does((sql) => sql`select public.resume_listing(${ad})`)
    await spreadNews(market)
    await market.draftOf(anna)
    await spreadNews(market)
    expect([await notificationsOf(market, ben), await notificationsOf(market, carla)]).toEqual([
      ['followed_seller_ad'],
      [],
    ])

    await carla.does((sql) => sql`delete from public.follows`)
    expect(await follows(ben)).toHaveLength(1)
    await ben.does((sql) => sql`delete from public.follows where seller_id = ${anna.id}`)
    await market.adOf(anna)
    await spreadNews(market)
    expect(await notificationsOf(market, ben)).toEqual(['followed_seller_ad'])

    expect((await ben.isRefused((sql) => sql`insert into public.follows (seller_id) values (${ben.id})`)).code).toBe(
      '23514',
    )
    expect(
      (
        await ben.isRefused(
          (sql) => sql`insert into public.follows (follower_id, seller_id) values (${carla.id}, ${anna.id})`,
        )
      ).code,
    ).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`select * from public.follows`)).code).toBe('42501')
  }))
