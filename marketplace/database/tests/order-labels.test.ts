import { describe, expect, onTestFinished, test } from 'vitest'
import { contextOf } from '../../functions/_shared/context-of.ts'
import { handle } from '../../functions/labels/handler.ts'
import { createEasyPost } from '../../shipping/easypost/client.ts'
import { easyPostProvider } from '../../shipping/easypost/easypost-provider.ts'
import { startEasyPost } from '../../shipping/testing/easypost-stand-in.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { books, orderOf, paid, passTime } from './order-day.ts'

/** What labels of a shipping provider mean for an order; the provider itself is tested in marketplace/shipping. */
const LABEL = { carrier: 'USPS', tracking: '9400100110368070372185', label_url: 'https://files.example.com/label.pdf' }

async function withLabels(market: Market, price = 350) {
  const day = await paid(market)
  await market.owner`update private.order_settings set shipping = 'easypost'`
  const buyLabel = async (direction = 'out', shipment = `shp_${direction}`) => {
    await market.owner`select public.record_parcel(${day.order}, ${direction}, ${shipment})`
    await market.owner`select public.record_label(${day.order}, ${direction}, ${shipment},
      ${market.owner.json({ ...LABEL, price_minor: price, tracking_url: 'https://track.easypost.com/abc' })})`
  }
  const reported = async (status: string, shipment = 'shp_out') => {
    await market.owner`select public.take_parcel_report(${shipment}, ${status})`
    return (await orderOf(market, day.order))?.state
  }
  return { ...day, buyLabel, reported }
}

const labelOf = async (person: Person, order: string) => {
  const [row] = await person.does(
    (sql) => sql<{ said: Record<string, unknown> }[]>`select public.order_label(${order}) as said`,
  )
  return row?.said
}

const ADDRESS = {
  name: 'Ben',
  street: '388 Townsend St',
  extra: '',
  postcode: '94107',
  town: 'San Francisco',
  country: 'US',
  phone: '',
}

/** The function `labels` for a person, on this market and at this EasyPost. The market has one connection: its calls take turns. */
function labelsOf({ owner }: Market, person: Person, url: string) {
  let turn: Promise<unknown> = Promise.resolve()
  const rpc = (work: () => Promise<readonly { data?: unknown }[]>) => {
    const answer = turn.then(work).then(
      ([row]) => ({ data: row?.data, error: null }),
      (error: unknown) => ({ data: null, error }),
    )
    turn = answer
    return answer
  }
  const supabase = {
    rpc: (_: string, { order_id }: { order_id: string }) =>
      rpc(() => person.does((sql) => sql`select public.order_label(${order_id}) as data`)),
  }
  const supabaseAdmin = {
    rpc: (name: string, given: Record<string, string>) =>
      rpc(() => {
        const { order_id = '', direction = '', shipment = '', label = '' } = given
        if (name === 'record_parcel')
          return owner`select public.record_parcel(${order_id}, ${direction}, ${shipment}) as data`
        if (name === 'claim_parcel') return owner`select public.claim_parcel(${shipment}) as data`
        return owner`select public.record_label(${order_id}, ${direction}, ${shipment}, ${owner.json(label)}) as data`
      }),
  }
  const env = { SHIPPING: 'easypost', EASYPOST_API_KEY: 'EZTK123', EASYPOST_API_URL: url }
  return async (body: object) => {
    const request = new Request('http://127.0.0.1/labels', { method: 'POST', body: JSON.stringify(body) })
    const answer = await handle(request, contextOf({ supabase, supabaseAdmin, env, caller: { userId: person.id } }))
    return { status: answer.status, body: await answer.json() }
  }
}

describe('a label', () => {
  test('is bought once, by two tabs at once with two parcels or with one', () =>
    onMarket(async (market) => {
      const easyPost = await startEasyPost()
      onTestFinished(() => easyPost.end())
      const provider = easyPostProvider(await createEasyPost({ apiKey: 'EZTK123', apiUrl: easyPost.url }))
      const { anna, ben, order } = await withLabels(market)
      // The recorded prices are in dollars.
      await market.owner`update public.orders set currency = 'USD' where id = ${order}`
      const bought = () => easyPost.calls.filter(({ what }) => what.endsWith('/buy')).length

      const parcel = await provider.offer({ orderId: order, from: ADDRESS, to: ADDRESS, size: 'small' })
      await market.owner`select public.record_parcel(${order}, 'out', ${parcel.shipment})`
      const seller = labelsOf(market, anna, easyPost.url)
      const [rate, other] = parcel.rates
      const sent = await Promise.all([rate, other].map((one) => seller({ order_id: order, rate_id: one?.id })))
      expect(sent.map(({ status }) => status)).toContain(200)
      expect(sent.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'USPS', ${LABEL.tracking})`)
      const labelled = bought()

      await ben.does((sql) => sql`select public.open_dispute(${order}, 'damaged', 'One leg is broken.')`)
      await anna.does((sql) => sql`select public.offer_return(${order})`)
      await ben.does((sql) => sql`select public.accept_refund(${order})`)
      const buyer = labelsOf(market, ben, easyPost.url)
      const back = await Promise.all([1, 2].map(() => buyer({ order_id: order, rate_id: 'cheapest' })))
      expect(back.map(({ status }) => status).sort()).toEqual([200, 503])
      expect(bought()).toBe(labelled + 1)
    }))

  test('that is being bought keeps its parcel, until the provider must have answered', () =>
    onMarket(async (market) => {
      const { anna, order } = await withLabels(market)
      const offered = async (shipment: string) => {
        const [row] = await market.owner`select public.record_parcel(${order}, 'out', ${shipment}) as taken`
        return row?.taken
      }
      const claimed = async (shipment: string) =>
        (await market.owner`select public.claim_parcel(${shipment}) as claimed`)[0]?.claimed
      expect([await offered('shp_one'), await offered('shp_two')]).toEqual([true, true])
      expect([await claimed('shp_one'), await claimed('shp_two')]).toEqual([false, true])
      expect(await offered('shp_three')).toBe(false)
      expect(await labelOf(anna, order)).toMatchObject({ shipment: 'shp_two' })
      await market.owner`update private.shipping_labels set claimed_at = now() - interval '3 minutes'`
      expect(await offered('shp_three')).toBe(true)
      for (const person of [anna, market.visitor]) {
        expect((await person.isRefused((sql) => sql`select public.claim_parcel('shp_three')`)).code).toBe('42501')
      }
    }))

  test('may be bought by the seller of a paid order, by nobody else and only where labels are on', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, order } = await withLabels(market)
      expect(await labelOf(anna, order)).toMatchObject({ direction: 'out', label: null, most_minor: 12_420 })
      const refused = (person: Person) => person.isRefused((sql) => sql`select public.order_label(${order})`)
      expect((await refused(ben)).code).toBe('SK371')
      expect((await refused(cleo)).code).toBe('SK370')
      await market.owner`update private.order_settings set shipping = 'manual'`
      expect((await refused(anna)).code).toBe('SK929')
      for (const person of [anna, market.visitor]) {
        const forged = await person.isRefused((sql) => sql`select public.record_label(${order}, 'out', 'shp_x', '{}')`)
        expect(forged.code).toBe('42501')
      }
    }))

  test('is taken off what the seller gets, to the unit, and kept once', () =>
    onMarket(async (market) => {
      const { anna, ben, order, buyLabel } = await withLabels(market)
      await buyLabel()
      await buyLabel('out', 'shp_other')
      expect(await labelOf(anna, order)).toMatchObject({ shipment: 'shp_out', label: { price_minor: 350 } })
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'USPS', ${LABEL.tracking})`)
      const [parcel] = await ben.does((sql) => sql`select tracking_url from public.shipments where order_id = ${order}`)
      expect(parcel).toEqual({ tracking_url: 'https://track.easypost.com/abc' })
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      expect(await books(market, order)).toEqual({ balance: 12_070, fees: 1020, provider: -13_090 })
    }))

  test('moves its order: sent when the carrier has it, delivered when it came; late, twice and out of order', () =>
    onMarket(async (market) => {
      const { ben, order, buyLabel, reported } = await withLabels(market)
      expect(await reported('moving')).toBe('paid')
      await buyLabel()
      expect(await reported('lost')).toBe('paid')
      expect(await reported('delivered')).toBe('delivered')
      expect(await reported('moving')).toBe('delivered')
      expect(await reported('delivered')).toBe('delivered')
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      expect(await reported('delivered')).toBe('completed')
      const [kept] = await market.owner`select label_url, qr_url from private.shipping_labels where order_id = ${order}`
      expect(kept).toEqual({ label_url: null, qr_url: null })
    }))

  test('of an order that was never sent is given back', () =>
    onMarket(async (market) => {
      const { order, buyLabel } = await withLabels(market)
      await buyLabel()
      const unused = () => market.owner`select unused_labels as shipment from private.unused_labels()`
      expect(await unused()).toEqual([])
      await passTime(market, order)
      expect((await orderOf(market, order))?.state).toBe('cancelled')
      expect(await unused()).toEqual([{ shipment: 'shp_out' }])
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
    }))

  test('brings a return back: the buyer has the money once it arrives', () =>
    onMarket(async (market) => {
      const { anna, ben, order, buyLabel, reported } = await withLabels(market)
      await buyLabel()
      await reported('delivered')
      await ben.does((sql) => sql`select public.open_dispute(${order}, 'damaged', 'One leg is broken.')`)
      await anna.does((sql) => sql`select public.offer_return(${order})`)
      await ben.does((sql) => sql`select public.accept_refund(${order})`)
      expect(await labelOf(ben, order)).toMatchObject({ direction: 'back', sent_as: 'shp_out', label: null })
      await buyLabel('back')
      expect(await reported('moving', 'shp_back')).toBe('returning')
      expect(await reported('delivered', 'shp_back')).toBe('refunded')
      expect((await orderOf(market, order))?.refunded_minor).toBe(13_090)
    }))
})
