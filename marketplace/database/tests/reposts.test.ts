import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

const CHAIR = 'f0e1d2c3b4a59687'
const TABLE = '0f1e2d3c4b5a6978'

/** Publishes an ad with a single photo of this `perceptualHash`. */
async function postAd(
  { owner, draftOf }: Market,
  person: Person,
  content: Record<string, string | number>,
  perceptualHash = CHAIR,
) {
  const ad = await draftOf(person, content)
  const path = `${person.id}/${randomUUID()}.jpg`
  await owner`
    insert into storage.objects (bucket_id, name, metadata) values ('listing-photos', ${path},
      ${owner.json({ width: 1200, height: 900, size: 120_000, mimetype: 'image/jpeg', perceptualHash })})`
  await person.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${ad}, ${path})`)
  await person.does((sql) => sql`select public.publish_listing(${ad})`)
  return ad
}

/** Anna's week-old ad, which Ben has saved. */
async function createSavedAd(market: Market) {
  const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
  const ad = await postAd(market, anna, {})
  await ben.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
  await ben.does((sql) => sql`update public.favorites set note = 'Ask about the cushion'`)
  await market.owner`update public.listings set first_published_at = now() - interval '7 days' where id = ${ad}`
  return { anna, ben, ad }
}

const ageOf = async ({ owner }: Market, ad: string) => {
  const [row] = await owner`
    select extract(day from now() - first_published_at)::int as days, saves_count from public.listings where id = ${ad}`
  return row
}
const savedBy = (person: Person) =>
  person.does((sql) => sql`select listing_id, note, seen_price_minor from public.favorites`)

const NEW = { days: 0, saves_count: 0 }

test('an ad that is deleted and posted again keeps its date and savers', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createSavedAd(market)
    await anna.does((sql) => sql`select public.delete_listing(${ad})`)
    const again = await postAd(market, anna, { title: 'Mustard corduroy reading chair', price_minor: 9000 })
    expect(await ageOf(market, again)).toEqual({ days: 7, saves_count: 1 })
    expect(await savedBy(ben)).toEqual([{ listing_id: again, note: 'Ask about the cushion', seen_price_minor: 12_000 }])
    const news = await market.owner`select what from private.listing_news where listing_id = ${again}`
    expect(news).toEqual([{ what: 'back' }])
    // Publishing again changes nothing.
    await anna.does((sql) => sql`select public.publish_listing(${again})`)
    await anna.does((sql) => sql`select public.delete_listing(${again})`)
    const third = await postAd(market, anna, {}, TABLE)
    expect(await ageOf(market, third)).toEqual({ days: 7, saves_count: 1 })
    expect(await savedBy(ben)).toHaveLength(1)
  }))

test('another item with the same photo, or with the same text at another price, is new', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createSavedAd(market)
    await anna.does((sql) => sql`select public.delete_listing(${ad})`)
    const others = [
      await postAd(market, anna, { title: 'Footstool, never used, oak legs' }),
      await postAd(market, anna, { price_minor: 40_000 }, TABLE),
    ]
    for (const other of others) expect(await ageOf(market, other)).toEqual(NEW)
    expect(await savedBy(ben)).toEqual([{ listing_id: ad, note: 'Ask about the cushion', seen_price_minor: 12_000 }])
  }))

test('nobody inherits date or savers from another user’s ad, or from an available or sold one', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createSavedAd(market)
    const mallory = await market.trusted('Mallory')
    expect(await ageOf(market, await postAd(market, mallory, {}))).toEqual(NEW)
    expect(await ageOf(market, await postAd(market, anna, { price_minor: 11_000 }))).toEqual(NEW)
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    expect(await ageOf(market, await postAd(market, anna, { price_minor: 11_500 }))).toEqual(NEW)
    await anna.does((sql) => sql`select public.delete_listing(${ad})`)
    expect(await ageOf(market, await postAd(market, mallory, { price_minor: 11_700 }))).toEqual(NEW)
    expect(await savedBy(ben)).toMatchObject([{ listing_id: ad }])
  }))
