import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Buying with the test provider: over the wire with the unmodified client, and on the pages. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path, { PAYMENTS: 'test' })
})
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

async function someone(email: string): Promise<SupabaseClient> {
  const key = /"publishableKey":"([^"]+)"/.exec(await (await fetch(souk.url)).text())?.[1] ?? ''
  const client = createClient(souk.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_SELLER.password })
  if (error) throw error
  return client
}

const orderOf = async (client: SupabaseClient, id: string) =>
  (
    await client
      .from('orders')
      .select('state, total_minor, order_items(title), order_events(event)')
      .eq('id', id)
      .maybeSingle()
  ).data

/** An ad of the seller that is posted and can be bought now. */
async function anAdOf(seller: SupabaseClient, reader: SupabaseClient): Promise<string> {
  const { data: me } = await seller.auth.getUser()
  const { data } = await reader
    .from('listings')
    .select('id')
    .eq('seller_id', me.user?.id ?? '')
    .eq('state', 'active')
    .eq('type', 'sell')
    .neq('delivery', 'pickup')
    .not('price_minor', 'is', null)
    .limit(1)
    .single()
  return data?.id ?? ''
}

/** The packing slip of an order: its status and first letters. */
async function slipOf(client: SupabaseClient, order: string): Promise<{ status: number; begins: string }> {
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${souk.url}/functions/v1/statements/slip/${order}?language=de`, {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  return { status: answer.status, begins: (await answer.text()).slice(0, 5) }
}

async function refusalOf({ response }: { response?: Response }): Promise<{ status?: number; code?: string }> {
  const said: unknown = await response?.json()
  return { ...(response && { status: response.status }), ...(said as { code?: string }) } // the functions' own shape
}

test('a buyer pays with a card that is declined, then one that is confirmed, and the seller is paid once it arrived', async () => {
  const [seller, buyer, stranger] = await Promise.all(
    [DEMO_SELLER.email, 'joao-p@example.com', 'beatriz-l@example.com'].map(someone),
  )
  if (!seller || !buyer || !stranger) throw new Error('nobody')
  const ad = { id: await anAdOf(seller, buyer) }
  const started = await buyer.rpc('start_order', { listing_ids: [ad.id], delivery: 'ship' })
  expect(started.error).toBeNull()
  const { order_id, total_minor } = started.data
  const priceMinor = started.data.items_minor
  expect(total_minor).toBeGreaterThan(priceMinor)

  const late = await stranger.rpc('start_order', { listing_ids: [ad.id], delivery: 'ship' })
  expect([late.error?.code, late.status]).toEqual(['SK109', 409])
  const foreign = await stranger.functions.invoke('payments', { body: { order_id } })
  expect(await refusalOf(foreign)).toMatchObject({ status: 404, code: 'SK370' })

  const begun = await buyer.functions.invoke('payments', { body: { order_id } })
  expect(begun.data).toEqual({ provider: 'test', test_url: '/functions/v1/payments-test' })
  const pay = (card: string) => buyer.functions.invoke('payments-test', { body: { order_id, card } })
  const declined = await pay('declined')
  expect(await refusalOf(declined)).toMatchObject({ status: 402, code: 'SK381' })
  expect((await pay('challenge')).data).toEqual({ status: 'challenge' })
  expect(await orderOf(buyer, order_id)).toMatchObject({ state: 'awaiting_payment' })
  expect(await orderOf(seller, order_id)).toBeNull()
  expect((await pay('challenge')).data).toEqual({ status: 'paid' })
  expect(await orderOf(seller, order_id)).toMatchObject({ state: 'paid', total_minor })

  const shipped = await seller.rpc('mark_shipped', { order_id, carrier: 'CTT', tracking: 'DA 123-456' })
  expect(shipped.error).toBeNull()
  const confirmed = await buyer.rpc('confirm_receipt', { order_id })
  expect(confirmed.error).toBeNull()
  expect((await orderOf(buyer, order_id))?.order_events.map(({ event }) => event)).toEqual([
    'start',
    'pay',
    'ship',
    'confirm',
  ])
  const { data: balance } = await seller.rpc('my_balance')
  expect(balance).toMatchObject({ currency: 'EUR', pending_minor: 0 })
  expect(balance.available_minor).toBeGreaterThanOrEqual(priceMinor)
  expect(await orderOf(stranger, order_id)).toBeNull()
})

test('an address is kept sealed, and opened for the seller of a paid order only', async () => {
  const [seller, buyer, stranger] = await Promise.all(
    [DEMO_SELLER.email, 'joao-p@example.com', 'beatriz-l@example.com'].map(someone),
  )
  if (!seller || !buyer || !stranger) throw new Error('nobody')
  const home = {
    name: 'João Pinto',
    street: 'Rua da Bica 3',
    extra: '',
    postcode: '1200-054',
    town: 'Lisboa',
    country: 'PT',
    phone: '',
  }
  const wrong = await buyer.functions.invoke('addresses', { body: { ...home, postcode: '12' } })
  expect(await refusalOf(wrong)).toMatchObject({ status: 422, code: 'SK930' })
  const saved = await buyer.functions.invoke('addresses', { body: home })
  const { id } = saved.data.address
  const changed = { ...home, street: 'Rua da Bica 5' }
  const foreign = await stranger.functions.invoke(`addresses/${id}`, { method: 'PUT', body: changed })
  expect(await refusalOf(foreign)).toMatchObject({ status: 422, code: 'SK369' })
  await buyer.functions.invoke(`addresses/${id}`, { method: 'PUT', body: changed })
  expect((await buyer.functions.invoke('addresses', { method: 'GET' })).data).toEqual({
    addresses: [{ id, ...changed }],
  })
  const { data: book } = await buyer.rpc('my_addresses')
  expect(book).toEqual([{ id, sealed: expect.not.stringContaining('Bica') }])

  const started = await buyer.rpc('start_order', {
    listing_ids: [await anAdOf(seller, buyer)],
    delivery: 'ship',
    address_id: id,
  })
  const { order_id } = started.data
  const ofOrder = (client: SupabaseClient) => client.functions.invoke(`addresses/order/${order_id}`, { method: 'GET' })
  expect(await refusalOf(await ofOrder(seller))).toMatchObject({ code: 'SK370' })
  await buyer.functions.invoke('payments', { body: { order_id } })
  await buyer.functions.invoke('payments-test', { body: { order_id, card: 'ok' } })
  await buyer.functions.invoke(`addresses/${id}`, { method: 'DELETE' })
  expect((await ofOrder(seller)).data).toEqual({ address: changed })
  expect(await slipOf(seller, order_id)).toEqual({ status: 200, begins: '%PDF-' })
  expect(await slipOf(stranger, order_id)).toMatchObject({ status: 404 })
  expect(await refusalOf(await ofOrder(stranger))).toMatchObject({ status: 404, code: 'SK370' })
  expect((await buyer.rpc('cancel_order', { order_id, reason: 'not needed' })).error).toBeNull()
  expect(await refusalOf(await ofOrder(seller))).toMatchObject({ status: 404, code: 'SK391' })
})
