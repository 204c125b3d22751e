import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginPayment } from '../../payments/stripe/begin-payment.ts'
import { createStripe } from '../../payments/stripe/client.ts'
import { type Localstripe, startLocalstripe } from '../../payments/testing/localstripe.ts'
import { type Market, onMarket } from './database.ts'
import { adState, books, createShop, orderOf, passTime, start } from './order-day.ts'
import { SECRETS, settleWith, webhooksOf } from './stripe-day.ts'

/** Payments against localstripe, an independent implementation of Stripe's API that signs its own events. */
let localstripe: Localstripe | null = null
let missing = ''
let receiver: Server
let take: (payload: string, signature: string) => Promise<Response>
let tell: (type: string) => void = () => undefined

beforeAll(async () => {
  const started = await startLocalstripe()
  if ('missing' in started) missing = started.missing
  else localstripe = started
  receiver = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const payload = Buffer.concat(chunks).toString()
      const { status } = await take(payload, String(request.headers['stripe-signature']))
      response.writeHead(status).end()
      tell(`${(JSON.parse(payload) as { type: string }).type} ${status}`)
    })()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo // listening on TCP
  await localstripe?.sendEventsTo(`http://127.0.0.1:${port}`, SECRETS.platform)
}, 300_000)
afterAll(async () => {
  await localstripe?.end()
  receiver.close()
})

const client = () => createStripe({ secretKey: 'sk_test_localstripe', apiUrl: localstripe?.url ?? '' })
const nextEvent = () =>
  new Promise<string>((resolve) => {
    tell = resolve
  })

async function startOrder(market: Market) {
  const day = await createShop(market)
  await market.owner`update private.order_settings set payments = 'stripe'`
  take = webhooksOf(market)
  const { order_id: orderId, total_minor: totalMinor, currency } = await start(day.ben, [day.ad])
  const begun = await beginPayment(client(), {
    orderId,
    orderNumber: 1,
    totalMinor,
    currency,
    reference: null,
    calledOff: 0,
  })
  await market.owner`select public.record_payment(${orderId}, 'stripe', ${begun.reference})`
  return { ...day, order: orderId, payment: begun.reference }
}

/** Resolves to the resulting event and the status of our answer. */
async function payWithCard(card: string, payment: string): Promise<string> {
  const arrives = nextEvent()
  await localstripe?.payWith(card, payment)
  return arrives
}

describe('with localstripe', () => {
  test.beforeEach(({ skip }) => {
    skip(localstripe === null, `localstripe cannot be installed: ${missing}`)
  })

  test('a declined card pays nothing', () =>
    onMarket(async (market) => {
      const { order, payment } = await startOrder(market)
      expect(await payWithCard('4000000000000341', payment)).toBe('payment_intent.payment_failed 200')
      expect((await orderOf(market, order))?.state).toBe('awaiting_payment')
      expect(await books(market, order)).toEqual({})
    }))

  test('a valid card pays, and a cancelled order is refunded once', () =>
    onMarket(async (market) => {
      const { anna, order, payment } = await startOrder(market)
      expect(await payWithCard('4242424242424242', payment)).toBe('payment_intent.succeeded 200')
      expect((await orderOf(market, order))?.state).toBe('paid')
      expect(await books(market, order)).toEqual({ held: 13_090, provider: -13_090 })

      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      await settleWith(client(), market)
      expect(await books(market, order)).toEqual({})
      // As after a crash between the call and storing its result.
      await market.owner`update private.payment_tasks set done_at = null, tried_at = now(), due_at = now() where order_id = ${order}`
      await settleWith(client(), market)
      const { data: refunds } = await client().refunds.list({ payment_intent: payment })
      expect(refunds).toMatchObject([{ amount: 13_090, metadata: { order } }])
      expect(await books(market, order)).toEqual({})
    }))

  test('an expired order cannot be paid, and frees its ad', () =>
    onMarket(async (market) => {
      const { order, payment, ad } = await startOrder(market)
      await market.owner`update public.orders set pay_by = now() - interval '1 second' where id = ${order}`
      await passTime(market, order)
      expect(await adState(market, ad)).toBe('reserved')
      await settleWith(client(), market)
      expect([(await orderOf(market, order))?.state, await adState(market, ad)]).toEqual(['expired', 'active'])
      expect((await client().paymentIntents.retrieve(payment)).status).toBe('canceled')
    }))

  test('an event signed with another secret is refused', () =>
    onMarket(async (market) => {
      const { order, payment } = await startOrder(market)
      const { port } = receiver.address() as AddressInfo // listening on TCP
      await localstripe?.sendEventsTo(`http://127.0.0.1:${port}`, 'whsec_of_somebody_else')
      expect(await payWithCard('4242424242424242', payment)).toBe('payment_intent.succeeded 400')
      expect((await orderOf(market, order))?.state).toBe('awaiting_payment')
    }))
})
