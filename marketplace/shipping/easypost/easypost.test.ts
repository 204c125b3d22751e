import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../contract/orders/address.ts'
import { NotShippable } from '../provider.ts'
import { type EasyPostStandIn, startEasyPost } from '../testing/easypost-stand-in.ts'
import { createEasyPost } from './client.ts'
import { easyPostProvider } from './easypost-provider.ts'
import { reportOf } from './reports.ts'

let easyPost: EasyPostStandIn
beforeAll(async () => {
  easyPost = await startEasyPost()
})
afterAll(() => easyPost.end())

const provider = async () => easyPostProvider(await createEasyPost({ apiKey: 'EZTK123', apiUrl: easyPost.url }))

const FROM: Address = {
  name: 'Jack Sparrow',
  street: '388 Townsend St',
  extra: 'Apt 20',
  postcode: '94107',
  town: 'San Francisco',
  country: 'US',
  phone: '',
}
const TO: Address = { ...FROM, name: 'Elizabeth Swan', street: '179 N Harbor Dr', extra: '', postcode: '90277' }
const parcel = () => ({ orderId: randomUUID(), from: FROM, to: TO, size: 'small' as const })

describe('labels of EasyPost', () => {
  test('are offered from the cheapest on, in minor units, for a parcel in inches and ounces', async () => {
    const { rates, shipment } = await (await provider()).offer(parcel())
    expect(rates.map(({ service, priceMinor, currency, days }) => [service, priceMinor, currency, days])).toEqual([
      ['GroundAdvantage', 593, 'USD', 3],
      ['Priority', 690, 'USD', 2],
      ['Express', 3310, 'USD', 2],
    ])
    expect(shipment).toMatch(/^shp_/)
    expect(easyPost.calls.at(-1)?.body).toMatchObject({
      shipment: {
        from_address: {
          name: 'Jack Sparrow',
          street1: '388 Townsend St',
          street2: 'Apt 20',
          zip: '94107',
          country: 'US',
        },
        parcel: { length: 13.8, width: 9.8, height: 4.7, weight: 70.5 },
      },
    })
  })

  test('are bought once, also when the answer is lost or the button is pressed again', async () => {
    const shipping = await provider()
    const { rates, shipment } = await shipping.offer(parcel())
    expect(await shipping.find(shipment)).toBeNull()
    easyPost.lostAnswers = 1
    await expect(shipping.buy(shipment, rates[0]?.id ?? '')).rejects.toThrow()
    const label = await shipping.buy(shipment, rates[1]?.id ?? '')
    expect(label).toMatchObject({ carrier: 'USPS', service: 'GroundAdvantage', priceMinor: 593, qrUrl: null })
    expect(label.tracking).toBe('9400100110368070372185')
    expect(label.labelUrl).toMatch(/^https:\/\/easypost-files/)
    expect(label.trackingUrl).toMatch(/^https:\/\/track\.easypost\.com/)
    expect(easyPost.calls.filter(({ what }) => what === `POST /v2/shipments/${shipment}/buy`)).toHaveLength(1)
  })

  test('bring a thing back between the same addresses, turned around', async () => {
    const shipping = await provider()
    const { rates, shipment } = await shipping.offer(parcel())
    await shipping.buy(shipment, rates[0]?.id ?? '')
    const back = await shipping.offerReturn(shipment)
    expect(back.shipment).not.toBe(shipment)
    expect(easyPost.calls.at(-1)?.body).toMatchObject({
      shipment: { is_return: true, from_address: { id: expect.stringMatching(/^adr_/) } },
    })
  })

  test('are given back once', async () => {
    const shipping = await provider()
    const { rates, shipment } = await shipping.offer(parcel())
    await shipping.buy(shipment, rates[0]?.id ?? '')
    await shipping.giveBack(shipment)
    await shipping.giveBack(shipment)
    expect(easyPost.calls.filter(({ what }) => what.endsWith('/refund'))).toHaveLength(1)
  })

  test('are refused for addresses that are not taken', async () => {
    const shipping = await provider()
    const refused = shipping.offer({ ...parcel(), to: { ...TO, postcode: '' } })
    await expect(refused).rejects.toBeInstanceOf(NotShippable)
    await expect(shipping.buy('shp_nobody', 'rate_1')).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('reports of EasyPost', () => {
  const told = (status: string, change: Partial<{ body: string; signature: string | null }> = {}) => {
    const event = { ...easyPost.event('shp_1', status, 'the secret of this test'), ...change }
    return reportOf(event.body, event.signature, 'the secret of this test')
  }

  test('say that a parcel moves or has come', async () => {
    expect(await told('in_transit')).toEqual({ shipment: 'shp_1', status: 'moving' })
    expect(await told('delivered')).toEqual({ shipment: 'shp_1', status: 'delivered' })
  })

  test('leave to people what is lost, refused or sent back', async () => {
    for (const status of ['pre_transit', 'failure', 'return_to_sender', 'error', 'anything']) {
      expect(await told(status)).toBeNull()
    }
  })

  test('count with their signature only', async () => {
    const { body, signature } = easyPost.event('shp_1', 'delivered', 'another secret')
    expect(await told('delivered', { signature })).toBe('forged')
    expect(await told('delivered', { signature: null })).toBe('forged')
    expect(await told('in_transit', { body })).toBe('forged')
    expect(await reportOf(body, signature, '')).toBe('forged')
  })
})
