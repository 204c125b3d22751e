import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

/** First messages to Anna: sent this many hours ago, answered after this many minutes (null: never). */
async function sendFirstMessages(
  { owner, trusted, adOf }: Market,
  anna: Person,
  threads: [hoursAgo: number, minutes: number | null][],
) {
  const ad = await adOf(anna)
  for (const [hoursAgo, minutes] of threads) {
    const buyer = await trusted('Ben')
    await owner`
      insert into public.conversations (listing_id, buyer_id, seller_id, created_at, first_reply_at)
      values (${ad}, ${buyer.id}, ${anna.id}, now() - ${hoursAgo} * interval '1 hour',
        now() - ${hoursAgo} * interval '1 hour' + ${minutes}::int * interval '1 minute')`
  }
  await owner`select private.refresh_response_facts(${anna.id})`
}

const factsOf = async ({ visitor }: Market, person: Person) =>
  (
    await visitor.does(
      (sql) =>
        sql`select response_rate, response_minutes, response_count, response_days from public.sellers where id = ${person.id}`,
    )
  )[0]

test('below five first messages only their number is shown', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    expect(await factsOf(market, anna)).toEqual({
      response_rate: null,
      response_minutes: null,
      response_count: 0,
      response_days: null,
    })
    await sendFirstMessages(market, anna, [
      [50, 5],
      [60, 5],
      [70, 5],
      [80, 5],
    ])
    expect(await factsOf(market, anna)).toMatchObject({
      response_rate: null,
      response_minutes: null,
      response_count: 4,
    })
  }))

test('the rate is the share answered within 24 hours, the time is the median of all answers', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await sendFirstMessages(market, anna, [
      [50, 10],
      [60, 20],
      [70, 30],
      [80, 25 * 60],
      [90, null],
    ])
    // Two of five are late or unanswered; the median of the four answers is between 20 and 30.
    expect(await factsOf(market, anna)).toEqual({
      response_rate: 60,
      response_minutes: 25,
      response_count: 5,
      response_days: 90,
    })
  }))

test('messages younger than a day are undecided, and locked conversations do not count', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await sendFirstMessages(market, anna, [
      [50, 10],
      [60, 10],
      [70, 10],
      [80, 10],
      [90, 10],
      [2, null],
      [3, null],
    ])
    expect(await factsOf(market, anna)).toMatchObject({ response_rate: 100, response_count: 5 })
    await market.owner`update public.conversations set state = 'locked'
      where seller_id = ${anna.id} and created_at < now() - interval '85 hours'`
    expect(await factsOf(market, anna)).toMatchObject({ response_rate: null, response_count: 4 })
  }))

test('from ten in 30 days on only those count, otherwise the last ten within 90 days', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const day = 24
    const old = Array.from({ length: 8 }, (_, at): [number, number | null] => [(40 + at) * day, null])
    await sendFirstMessages(market, anna, [
      ...old,
      [100 * day, null],
      ...Array.from({ length: 4 }, (_, at): [number, number] => [(2 + at) * day, 60]),
    ])
    expect(await factsOf(market, anna)).toMatchObject({ response_count: 10, response_rate: 40, response_days: 90 })
    await sendFirstMessages(
      market,
      anna,
      Array.from({ length: 6 }, (_, at): [number, number] => [(10 + at) * day, 60]),
    )
    expect(await factsOf(market, anna)).toMatchObject({ response_count: 10, response_rate: 100, response_days: 30 })
  }))

test('only the first answer counts, immediately', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await sendFirstMessages(market, anna, [
      [50, 10],
      [60, 10],
      [70, 10],
      [80, 10],
    ])
    const ben = await market.trusted('Ben')
    const talk = await market.talkAbout(await market.adOf(anna), ben)
    const says = (body: string) =>
      anna.does((sql) => sql`insert into public.messages (conversation_id, body) values (${talk}, ${body})`)
    await says('It is')
    expect(await factsOf(market, anna)).toMatchObject({ response_count: 5, response_rate: 100, response_minutes: 10 })
    await says('Until six')
    expect(await factsOf(market, anna)).toMatchObject({ response_count: 5 })
  }))

test('the figures cannot be written by anyone', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const boast = await anna.isRefused(
      (sql) => sql`update public.sellers set response_rate = 100 where id = ${anna.id}`,
    )
    expect(boast.code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select private.refresh_response_facts(${anna.id})`)).code).toBe('42501')
  }))
