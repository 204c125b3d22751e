import { expect, test } from 'vitest'
import { decimalsOf } from '../../contract/money/money.ts'
import { lowestPrice } from '../../contract/money/price.ts'
import type { Refusal } from '../../contract/refusals/refusal.ts'
import { onMarket, onMarketAlone, said } from './database.ts'
import { createMarketDay, verbs } from './market-day.ts'
import { search } from './search-market.ts'

const { offers } = verbs

test('the database and the pages use the same decimals for every currency', () =>
  onMarket(async ({ owner }) => {
    const codes = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYI', 'UYW']
    const rows = await owner<{ code: string; digits: number; units: number }[]>`
      select code, private.minor_digits(code) as digits, private.minor_per_unit(code) as units from unnest(${codes}::text[]) as code`
    expect(rows.filter(({ code, digits, units }) => digits !== decimalsOf(code) || units !== 10 ** digits)).toEqual([])
  }))

test.each([
  ['JPY', 0, 'The minimum price is ¥1.'],
  ['KWD', 99, 'The minimum price is KWD\u00a00.100.'],
  ['KWD', 100_000_001, 'The maximum price is KWD\u00a0100,000.'],
  ['JPY', 999_999, 'Enter a price you’d accept'],
  ['KWD', 12_345_000, 'Enter a price you’d accept'],
  ['JPY', 1, null],
  ['KWD', 999_999, null],
])('price limits depend on the currency: %s, %i', (currency, minor, problem) =>
  onMarket(async ({ owner }) => {
    const [row] = await owner<{ problem: Refusal | null }[]>`
      select private.price_problem('sell', 'fixed', ${minor}, ${currency}) as problem`
    if (problem === null) expect(row?.problem).toBeNull()
    else expect(said(row?.problem)).toContain(problem)
    expect(problem === null || minor > 100 || minor < lowestPrice(currency)).toBe(true)
  }),
)

test('in a market in yen, ads, price guide, search, offers and bulk changes use whole yen', () =>
  onMarketAlone(async (market) => {
    const admin = await market.person('Ada')
    await market.owner`update public.profiles set role = 'admin' where id = ${admin.id}`
    await admin.does((sql) => sql`select public.set_branding(currency => 'JPY')`)
    expect(await market.visitor.does((sql) => sql`select public.market_currency() as currency`)).toEqual([
      { currency: 'JPY' },
    ])
    const { anna, ben, ad } = await createMarketDay(market)
    await market.owner`update public.listings set price_minor = 12800 where id = ${ad}`
    const [listing] = await market.owner`select currency from public.listings where id = ${ad}`
    expect(listing).toEqual({ currency: 'JPY' })
    const refused = await ben.isRefused(
      (sql) =>
        sql`select public.make_offer(listing_id => ${ad}, amount_minor => 12801, client_id => gen_random_uuid())`,
    )
    expect(refused.message).toBe('The asking price is ¥12,800. Offer that or less.')
    expect(await offers(ben, ad, 12_000)).toMatchObject({ amount_minor: 12_000, currency: 'JPY' })

    expect((await search(market, { ids: [ad], facets: true })).facets?.price.max).toBe(12_800)
    const other = await market.adOf(anna, { price_minor: 1255 })
    await anna.does((sql) => sql`select public.bulk_change_listings(${[other]}::uuid[], 'price', -10)`)
    expect(await market.owner`select price_minor from public.listings where id = ${other}`).toEqual([
      { price_minor: 1130 },
    ])
  }))
