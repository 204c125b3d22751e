import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Buying over the wire with the unmodified client and the test provider. */
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

async function refusalOf({ response }: { response?: Response }): Promise<{ status?: number; code?: string }> {
  const said: unknown = await response?.json()
  return { ...(response && { status: response.status }), ...(said as { code?: string }) } // the functions' own shape
}

test('a buyer pays with a card that is declined, then one that is confirmed, and the seller is paid once it arrived', async () => {
  const [seller, buyer, stranger] = await Promise.all(
    [DEMO_SELLER.email, 'joao-p@example.com', 'beatriz-l@example.com'].map(someone),
  )
  if (!seller || !buyer || !stranger) throw new Error('nobody')
  const { data: me } = await seller.auth.getUser()
  const { data: ads } = await buyer
    .from('listings')
    .select('id, price_minor')
    .eq('seller_id', me.user?.id ?? '')
    .eq('state', 'active')
    .eq('type', 'sell')
    .neq('delivery', 'pickup')
    .not('price_minor', 'is', null)
    .limit(1)
  const ad = ads?.[0]
  const started = await buyer.rpc('start_order', { listing_ids: [ad?.id], delivery: 'ship' })
  expect(started.error).toBeNull()
  const { order_id, total_minor } = started.data
  expect(total_minor).toBeGreaterThan(ad?.price_minor ?? 0)

  const late = await stranger.rpc('start_order', { listing_ids: [ad?.id], delivery: 'ship' })
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
  expect(balance.available_minor).toBeGreaterThanOrEqual(ad?.price_minor ?? Number.POSITIVE_INFINITY)
  expect(await orderOf(stranger, order_id)).toBeNull()
})
