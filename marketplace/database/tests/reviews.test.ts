import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createDeal, verbs } from './market-day.ts'

const { hasIt, proposes, confirms, missedThem } = verbs

interface Review {
  readonly id: string
  readonly state: string
  readonly rating: number
  readonly subject_id: string
}

const reviews = async (person: Person, deal: string, rating: number, body = '', tags: string[] = []) =>
  (
    await person.does((sql) => sql<Review[]>`select * from public.write_review(${deal}, ${rating}, ${tags}, ${body})`)
  )[0] as Review // a function that returns a row returns exactly one

const sees = (person: Person, review: string) =>
  person.does((sql) => sql`select id from public.reviews where id = ${review}`)

async function completeDeal(market: Market) {
  const day = await createDeal(market)
  return { ...day, deal: await hasIt(day.ben, day.deal.id) }
}

test('the first review is visible to its author only; the second publishes both and notifies', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, deal } = await completeDeal(market)
    const bens = await reviews(ben, deal.id, 5, 'As described, thank you.', ['friendly', 'on_time', 'friendly'])
    expect(bens).toMatchObject({ state: 'submitted', subject_id: anna.id, tags: ['friendly', 'on_time'] })
    expect(await sees(ben, bens.id)).toHaveLength(1)
    for (const person of [anna, dora, market.visitor]) expect(await sees(person, bens.id)).toEqual([])
    expect(await anna.does((sql) => sql`select kind from public.notifications where kind like 'review%'`)).toEqual([])

    const annas = await reviews(anna, deal.id, 4)
    expect(annas).toMatchObject({ state: 'published', subject_id: ben.id })
    for (const person of [anna, ben, dora, market.visitor]) {
      expect(await sees(person, bens.id)).toHaveLength(1)
      expect(await sees(person, annas.id)).toHaveLength(1)
    }
    for (const person of [anna, ben]) {
      expect(
        await person.does((sql) => sql`select kind from public.notifications where kind = 'review_published'`),
      ).toHaveLength(1)
    }
  }))

test('an unpublished review can be changed, a published one cannot', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await completeDeal(market)
    const first = await reviews(ben, deal.id, 2)
    expect(await reviews(ben, deal.id, 5, 'Better than I thought')).toMatchObject({ id: first.id, rating: 5 })
    await reviews(anna, deal.id, 5)
    const late = await ben.isRefused((sql) => sql`select public.write_review(${deal.id}, 1)`)
    expect(late).toMatchObject({
      code: 'SK428',
      message: 'You’ve both written a review, so it can’t be changed any more.',
    })
  }))

test('a single review is published after 14 days, and the other person can no longer write one', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await completeDeal(market)
    const { id } = await reviews(ben, deal.id, 3)
    const ended = (days: number) =>
      market.owner`update public.deals set ended_at = now() - ${days} * interval '1 day' where id = ${deal.id}`
    await ended(13)
    expect(await market.owner`select private.publish_due_reviews() as shown`).toEqual([{ shown: 0 }])
    expect(await sees(anna, id)).toEqual([])
    await ended(15)
    expect(await market.owner`select private.publish_due_reviews() as shown`).toEqual([{ shown: 1 }])
    expect(await sees(anna, id)).toHaveLength(1)
    const late = await anna.isRefused((sql) => sql`select public.write_review(${deal.id}, 1)`)
    expect(late).toMatchObject({ code: 'SK424', message: 'Reviews close 14 days after a deal.' })
  }))

test('only completed or missed deals can be reviewed, by their two people only', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, deal } = await createDeal(market)
    const early = await ben.isRefused((sql) => sql`select public.write_review(${deal.id}, 5)`)
    expect(early.message).toBe('You can write a review once the deal is complete.')
    await proposes(anna, deal.id, 1)
    await confirms(ben, deal.id, 1)
    await market.owner`update public.deals set meet_at = now() - interval '1 hour' where id = ${deal.id}`
    await missedThem(ben, deal.id)
    expect((await reviews(ben, deal.id, 1)).subject_id).toBe(anna.id)
    expect((await dora.isRefused((sql) => sql`select public.write_review(${deal.id}, 5)`)).code).toBe('SK325')
    expect((await market.visitor.isRefused((sql) => sql`select public.write_review(${deal.id}, 5)`)).code).toBe('42501')
    for (const rating of [0, 6]) {
      expect((await anna.isRefused((sql) => sql`select public.write_review(${deal.id}, ${rating})`)).code).toBe('SK425')
    }
    expect((await anna.isRefused((sql) => sql`select public.write_review(${deal.id}, 5, '{rude}')`)).code).toBe('SK426')
    const long = 'a'.repeat(1001)
    expect((await anna.isRefused((sql) => sql`select public.write_review(${deal.id}, 5, '{}', ${long})`)).code).toBe(
      'SK427',
    )
  }))

test('a cancelled deal cannot be reviewed', () =>
  onMarket(async (market) => {
    const { anna, deal } = await createDeal(market)
    await verbs.cancels(anna, deal.id)
    expect((await anna.isRefused((sql) => sql`select public.write_review(${deal.id}, 1)`)).code).toBe('SK423')
  }))

test('only the subject of a published review can reply, once, and not before it is published', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, deal } = await completeDeal(market)
    const { id } = await reviews(ben, deal.id, 3, 'The zip was stiff.')
    const answers = (person: Person, text: string) =>
      person.isRefused((sql) => sql`select public.reply_to_review(${id}, ${text})`)
    expect((await answers(anna, 'It was not')).code).toBe('SK430')
    await reviews(anna, deal.id, 5)
    expect((await answers(ben, 'Mine')).code).toBe('SK430')
    expect((await answers(dora, 'Mine')).code).toBe('SK430')
    expect((await answers(anna, '  ')).code).toBe('SK431')
    await anna.does((sql) => sql`select public.reply_to_review(${id}, 'A little wax helps.')`)
    expect(await market.visitor.does((sql) => sql`select reply from public.reviews where id = ${id}`)).toEqual([
      { reply: 'A little wax helps.' },
    ])
    expect((await answers(anna, 'And one more thing')).message).toBe('You’ve already replied to this review.')
    expect(
      await ben.does((sql) => sql`select kind from public.notifications where kind = 'review_reply'`),
    ).toHaveLength(1)
  }))

test('reviews can only be written through the functions', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await completeDeal(market)
    const { id } = await reviews(ben, deal.id, 1)
    const refusals = [
      await anna.isRefused((sql) => sql`delete from public.reviews where id = ${id}`),
      await ben.isRefused((sql) => sql`update public.reviews set state = 'published' where id = ${id}`),
      await ben.isRefused(
        (sql) => sql`insert into public.reviews (subject_id, author_id, rating) values (${anna.id}, ${ben.id}, 5)`,
      ),
      await ben.isRefused((sql) => sql`select private.publish_reviews(${deal.id})`),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(4).fill('42501'))
  }))

test('the average is shown from the fifth published review on', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const average = async () =>
      (
        await market.visitor.does(
          (sql) => sql`select rating_average, rating_count from public.sellers where id = ${anna.id}`,
        )
      )[0]
    for (const [at, rating] of [5, 4, 5, 5, 4].entries()) {
      const buyer = await market.trusted('Ben')
      const offer = await verbs.offers(buyer, await market.adOf(anna), 10_000)
      const deal = await hasIt(buyer, (await verbs.accepts(anna, offer.id)).id)
      expect(await average()).toEqual({ rating_average: null, rating_count: at })
      await reviews(buyer, deal.id, rating)
      await reviews(anna, deal.id, 5)
    }
    expect(await average()).toEqual({ rating_average: '4.6', rating_count: 5 })
  }))
