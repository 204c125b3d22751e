import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { verbs } from './market-day.ts'
import { createShop, orderOf, paid, passTime, shipped, start } from './order-day.ts'

/** Requests of the order pages beyond the order's steps. */
const WRONG = 'One leg is broken, see the photos.'

const open = (person: Person, order: string, { reason = 'damaged', wish = 'whole', photos = [] as string[] } = {}) =>
  person.does(
    (sql) => sql`select public.open_dispute(${order}, ${reason}, ${WRONG}, null, ${wish}, ${sql.array(photos, 1009)})`,
  )

const uploadPhoto = async (person: Person, order: string, folder = person.id) => {
  const name = `${order}/${folder}/${randomUUID()}.jpg`
  await person.does(
    (sql) =>
      sql`insert into storage.objects (bucket_id, name, owner_id) values ('dispute-photos', ${name}, ${person.id})`,
  )
  return name
}

const canSeePhotos = async (person: Person) =>
  (
    await person.does(
      (sql) => sql<{ name: string }[]>`select name from storage.objects where bucket_id = 'dispute-photos'`,
    )
  ).map(({ name }) => name)

async function createModerator(market: Market): Promise<Person> {
  const moderator = await market.trusted('Mara')
  await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
  return moderator
}

const disputeOf = async (person: Person, order: string) => {
  const [row] = await person.does(
    (sql) =>
      sql`select text, photos, answer, answer_photos, question, outcome, state from public.disputes where order_id = ${order}`,
  )
  return row
}

describe('photos of a problem', () => {
  test('are visible to buyer and seller, and to moderators once there is a dispute', () =>
    onMarket(async (market) => {
      const { anna, ben, dora, order } = await shipped(market)
      const moderator = await createModerator(market)
      const photo = await uploadPhoto(ben, order)
      expect(await canSeePhotos(anna)).toEqual([photo])
      expect(await canSeePhotos(moderator)).toEqual([])
      await open(ben, order, { photos: [photo] })
      expect(await canSeePhotos(moderator)).toEqual([photo])
      expect(await canSeePhotos(dora)).toEqual([])
      expect(await canSeePhotos(market.visitor)).toEqual([])
    }))

  test('can be added by buyer and seller only, each in their own folder', () =>
    onMarket(async (market) => {
      const { anna, ben, dora, order } = await shipped(market)
      await expect(uploadPhoto(dora, order)).rejects.toMatchObject({ code: '42501' })
      await expect(uploadPhoto(anna, order, ben.id)).rejects.toMatchObject({ code: '42501' })
      const theirs = await uploadPhoto(anna, order)
      await expect(open(ben, order, { photos: [theirs] })).rejects.toMatchObject({ code: 'SK393' })
      await expect(open(ben, order, { photos: [`${order}/${ben.id}/none.jpg`] })).rejects.toMatchObject({
        code: 'SK393',
      })
      const many = await Promise.all(Array.from({ length: 9 }, () => uploadPhoto(ben, order)))
      await expect(open(ben, order, { photos: many })).rejects.toMatchObject({ code: 'SK393' })
    }))
})

describe('a problem', () => {
  test('is settled by a return that the seller offers and the buyer accepts', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      await open(ben, order)
      expect((await ben.isRefused((sql) => sql`select public.accept_refund(${order})`)).code).toBe('SK376')
      expect((await ben.isRefused((sql) => sql`select public.offer_return(${order})`)).code).toBe('SK372')
      await anna.does((sql) => sql`select public.offer_return(${order})`)
      expect((await orderOf(market, order))?.state).toBe('disputed')
      await ben.does((sql) => sql`select public.accept_refund(${order})`)
      expect((await orderOf(market, order))?.state).toBe('returning')
      expect(await disputeOf(ben, order)).toMatchObject({ outcome: 'return' })
    }))

  test('with a parcel that did not arrive cannot end in a return', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      await expect(open(ben, order, { reason: 'not_received', wish: 'return' })).rejects.toMatchObject({
        code: 'SK009',
      })
      await open(ben, order, { reason: 'not_received' })
      expect((await anna.isRefused((sql) => sql`select public.offer_return(${order})`)).code).toBe('SK395')
    }))

  test('collects statements of both users until it is decided', () =>
    onMarket(async (market) => {
      const { anna, ben, dora, order } = await shipped(market)
      const moderator = await createModerator(market)
      await open(ben, order)
      await ben.does((sql) => sql`select public.add_evidence(${order}, 'And a screw is missing.')`)
      const photo = await uploadPhoto(anna, order)
      await anna.does((sql) => sql`select public.add_evidence(${order}, 'It was whole.', ${sql.array([photo], 1009)})`)
      expect(await disputeOf(ben, order)).toMatchObject({
        text: `${WRONG}\n\nAnd a screw is missing.`,
        answer: 'It was whole.',
        answer_photos: [photo],
      })
      expect((await ben.isRefused((sql) => sql`select public.add_evidence(${order}, ' ')`)).code).toBe('SK394')
      expect((await dora.isRefused((sql) => sql`select public.add_evidence(${order}, 'So it was.')`)).code).toBe(
        'SK370',
      )
      await moderator.does((sql) => sql`select public.decide_dispute(${order}, 0, 'As the photos show.')`)
      expect(await disputeOf(anna, order)).toMatchObject({ state: 'decided', outcome: 'paid' })
      await expect(ben.does((sql) => sql`select public.add_evidence(${order}, 'But I say so.')`)).rejects.toMatchObject(
        { code: expect.stringMatching(/^SK/) },
      )
    }))
})

describe('a moderator', () => {
  test('reads a case, asks both for details, and leaves a note for each', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      const moderator = await createModerator(market)
      await open(ben, order)
      await ben.does((sql) => sql`select public.escalate_dispute(${order})`)
      for (const person of [anna, ben]) {
        expect((await person.isRefused((sql) => sql`select public.dispute_case(${order})`)).code).toBe('42501')
        expect((await person.isRefused((sql) => sql`select public.dispute_cases()`)).code).toBe('42501')
        expect(
          (await person.isRefused((sql) => sql`select public.ask_for_evidence(${order}, 'Which leg is it?')`)).code,
        ).toBe('42501')
      }
      const [waiting] = await moderator.does(
        (sql) => sql<{ cases: object[] }[]>`select public.dispute_cases() as cases`,
      )
      expect(waiting?.cases).toMatchObject([{ order_id: order, reason: 'damaged', is_appeal: false }])
      const [read] = await moderator.does(
        (sql) => sql<{ file: object }[]>`select public.dispute_case(${order}) as file`,
      )
      expect(read?.file).toMatchObject({
        held_minor: 13_090,
        buyer: { bought: 1, disputes: 1 },
        seller: { sold: 1, disputes: 1 },
        items: [{ title: 'Reading chair in mustard corduroy' }],
      })
      expect((await moderator.isRefused((sql) => sql`select public.ask_for_evidence(${order}, 'Which?')`)).code).toBe(
        'SK392',
      )
      await moderator.does((sql) => sql`select public.ask_for_evidence(${order}, 'Which leg is it?')`)
      const asked = await market.owner<{ user_id: string }[]>`
        select user_id from public.notifications where kind = 'dispute_question'`
      expect(asked.map(({ user_id }) => user_id).sort()).toEqual([anna.id, ben.id].sort())
      const lines = await market.owner<{ action: string }[]>`
        select action from public.audit_log where actor_id = ${moderator.id} order by id`
      expect(lines.map(({ action }) => action)).toEqual(['dispute.read', 'dispute.ask'])
    }))

  test('can require a return before a full refund, and cannot decide about their own order', () =>
    onMarket(async (market) => {
      const { ben, anna, order } = await shipped(market)
      const moderator = await createModerator(market)
      await open(ben, order)
      await market.owner`update public.profiles set role = 'moderator' where id = ${anna.id}`
      expect((await anna.isRefused((sql) => sql`select public.dispute_case(${order})`)).code).toBe('42501')
      await moderator.does((sql) => sql`select public.decide_dispute(${order}, 0, 'It is not what was shown.', true)`)
      expect((await orderOf(market, order))?.state).toBe('returning')
      await ben.does((sql) => sql`select public.mark_return_shipped(${order}, 'CTT', 'RR 123-456')`)
      await anna.does((sql) => sql`select public.confirm_return(${order})`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'refunded', refunded_minor: 13_090 })
    }))
})

describe('a paid order', () => {
  test('is a deal in which both can write, arrange a meet-up and review', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await paid(market, 'meet')
      const [{ deal_id: deal, conversation_id: talk } = {}] = await ben.does(
        (sql) => sql<{ deal_id: string; conversation_id: string }[]>`
          select deal_id, conversation_id from public.orders where id = ${order}`,
      )
      if (!deal || !talk) throw new Error('no deal')
      await verbs.proposes(ben, deal, 24)
      await verbs.confirms(anna, deal, 24)
      expect((await ben.isRefused((sql) => sql`select public.cancel_deal(${deal}, 'other')`)).code).toBe('SK380')
      const [shown] = await ben.does((sql) => sql<{ code: string }[]>`select public.show_order_code(${order}) as code`)
      await anna.does((sql) => sql`select public.enter_order_code(${order}, ${shown?.code ?? ''})`)
      for (const person of [anna, ben]) {
        expect(await person.does((sql) => sql`select id from public.write_review(${deal}, 5)`)).toHaveLength(1)
      }
    }))

  test('reminds its seller once, a day before the shipping deadline', () =>
    onMarket(async (market) => {
      const { anna, order } = await paid(market)
      const reminders = () => market.owner`select user_id from public.notifications where kind = 'order_ship_soon'`
      await market.owner`update private.order_deadlines set due_at = now() where order_id = ${order} and event = 'remind'`
      await market.owner`select private.pass_deadlines()`
      await market.owner`select private.pass_deadlines()`
      expect(await reminders()).toEqual([{ user_id: anna.id }])
      expect((await orderOf(market, order))?.state).toBe('paid')
      await passTime(market, order)
      expect((await orderOf(market, order))?.state).toBe('cancelled')
    }))

  test('is among the seller’s tasks until it is sent', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await paid(market)
      const kinds = async (person: Person) => {
        const [row] = await person.does(
          (sql) =>
            sql<{ board: { todo: { kind: string }[]; offers: number } }[]>`select public.my_dashboard() as board`,
        )
        expect(row?.board.offers).toBe(1)
        return row?.board.todo.map(({ kind }) => kind).filter((kind) => kind.startsWith('order_'))
      }
      expect([await kinds(anna), await kinds(ben)]).toEqual([['order_ship'], []])
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      await passTime(market, order)
      expect([await kinds(anna), await kinds(ben)]).toEqual([[], ['order_check']])
    }))
})

test('others see how long an ad is reserved for payment, but not for whom', () =>
  onMarket(async (market) => {
    const { ben, cleo, ad } = await createShop(market)
    const until = async (person: Person) =>
      (await person.does((sql) => sql<{ at: Date | null }[]>`select public.payment_pending_until(${ad}) as at`))[0]?.at
    expect(await until(cleo)).toBeNull()
    await start(ben, [ad])
    expect([await until(ben), (await until(market.visitor)) instanceof Date]).toEqual([null, true])
  }))

test('a checkout shows both delivery options if the seller offers them, and stores nothing', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createShop(market, { quantity: 3 })
    const other = await market.adOf(anna, { delivery: 'ship', price_minor: 8000, ship_cost_minor: 300 })
    const choices = async (ads: string[]) =>
      (await ben.does((sql) => sql<{ all: object }[]>`select public.order_choices(${sql.array(ads, 2950)}) as all`))[0]
        ?.all
    expect(await choices([ad])).toMatchObject({
      ship: { items_minor: 12_000, shipping_minor: 420, fee_minor: 670, total_minor: 13_090 },
      meet: { items_minor: 12_000, shipping_minor: 0, fee_minor: 335, total_minor: 12_335 },
      items: [{ listing_id: ad, left: 3 }],
    })
    expect(await choices([ad, other])).toMatchObject({ meet: null, ship: { apart_minor: 720 } })
    expect(await market.owner`select from public.orders`).toHaveLength(0)
  }))

test('order statistics of a seller are public from five orders on', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createShop(market, { quantity: 5 })
    const facts = async () =>
      (
        await market.visitor.does(
          (sql) => sql<{ facts: object | null }[]>`select public.seller_order_facts(${anna.id}) as facts`,
        )
      )[0]?.facts
    const sell = async () => {
      const { order_id: order } = await start(ben, [ad])
      const reference = `pay ${order}`
      await market.owner`select public.record_payment(${order}, 'test', ${reference})`
      await market.owner`select public.take_provider_event('test', ${reference}, 'succeeded', ${reference}, '{}')`
      await market.owner`select public.handle_provider_events()`
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
    }
    for (let sold = 0; sold < 4; sold++) await sell()
    expect(await facts()).toBeNull()
    await sell()
    expect(await facts()).toEqual({ orders: 5, ship_days: 1, fine_percent: 100 })
  }))
