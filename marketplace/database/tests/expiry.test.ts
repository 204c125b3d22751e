import { expect, test } from 'vitest'
import { notificationText } from '../../contract/notifications/notifications.ts'
import { translatorFor } from '../../contract/words/translator.ts'
import { expireListings } from '../../jobs/expire-listings.ts'
import { remindOfExpiry } from '../../jobs/remind-of-expiry.ts'
import { type Market, onMarket, onMarketAlone, type Person } from './database.ts'
import { jobContext } from './job-context.ts'

async function endsIn({ owner }: Market, ad: string, interval: string): Promise<void> {
  await owner`update public.listings set expires_at = now() + ${interval}::interval where id = ${ad}`
}

/** The reminders a person got, in any order. */
async function remindersOf({ owner }: Market, person: Person): Promise<{ id: string; title: string }[]> {
  const told = await owner<{ id: string; payload: Record<string, unknown> }[]>`
    select id, payload from public.notifications where user_id = ${person.id} and kind = 'listing_ends_soon'`
  return told.map(({ id, payload }) => ({
    id,
    title: notificationText('listing_ends_soon', payload, translatorFor('en')).title,
  }))
}

test('an expired ad changes its state, with an event; others stay', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const over = await market.adOf(anna)
    const open = await market.adOf(anna)
    await endsIn(market, over, '-1 minute')
    await expireListings.run(jobContext(market))

    const states = await anna.does((sql) => sql`select id, state from public.listings where id in (${over}, ${open})`)
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [over]: 'expired',
      [open]: 'active',
    })
    const [event] = await anna.does(
      (sql) =>
        sql`select from_state, to_state from public.listing_events where listing_id = ${over} and to_state = 'expired'`,
    )
    expect(event).toEqual({ from_state: 'active', to_state: 'expired' })
  }))

test('a seller is reminded a week and a day before, once each, and again after extending', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title: 'Zebrawood marimba stool' })
    const run = () => remindOfExpiry.run(jobContext(market))
    const seen = new Set<string>()
    const subjects = async () => {
      const fresh = (await remindersOf(market, anna)).filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return fresh.map(({ title }) => title)
    }

    await endsIn(market, ad, '8 days')
    await run()
    expect(await subjects()).toEqual([])
    await endsIn(market, ad, '6 days')
    await run()
    await run()
    expect(await subjects()).toEqual(['“Zebrawood marimba stool” ends in a week'])
    await endsIn(market, ad, '20 hours')
    await run()
    await run()
    expect(await subjects()).toEqual(['“Zebrawood marimba stool” ends within 24 hours'])

    await anna.does((sql) => sql`select public.extend_listing(${ad})`)
    await endsIn(market, ad, '5 days')
    await run()
    expect(await subjects()).toEqual(['“Zebrawood marimba stool” ends in a week'])
  }))

test('drafts, sold and ended ads cause no reminders, nor do demo ads', () =>
  onMarketAlone(async (market) => {
    const anna = await market.trusted('Anna')
    const sold = await market.adOf(anna)
    const over = await market.adOf(anna)
    await endsIn(market, sold, '2 days')
    await endsIn(market, over, '-1 day')
    await anna.does((sql) => sql`select public.mark_listing_sold(${sold})`)
    await market.owner`update public.listings set expires_at = now() + interval '2 days' where state = 'active' and seller_id <> ${anna.id}`
    await remindOfExpiry.run(jobContext(market))
    expect(await remindersOf(market, anna)).toEqual([])
    const told = await market.owner`
      select from public.notifications told join public.profiles profile on profile.id = told.user_id
      where told.kind = 'listing_ends_soon' and profile.is_demo`
    expect(told).toHaveLength(0)
  }))

test('only the service expires ads, and reminders are not readable', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    expect((await anna.isRefused((sql) => sql`select private.due_expiry_reminders(1)`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select * from private.expiry_reminders`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select public.expire_listings()`)).code).toBe('42501')
  }))
