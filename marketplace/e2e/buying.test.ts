import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { newBrowserUser, signIn } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, setRole, startSouk } from './souk-process.ts'

/** Buying with the test payment provider: through the API with the official client, and on the pages. */
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

async function signedInClient(email: string): Promise<SupabaseClient> {
  const key = /"publishableKey":"([^"]+)"/.exec(await (await fetch(souk.url)).text())?.[1] ?? ''
  const client = createClient(souk.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_SELLER.password })
  if (error) throw error
  return client
}

const readOrder = async (client: SupabaseClient, id: string) =>
  (
    await client
      .from('orders')
      .select('state, total_minor, order_items(title), order_events(event)')
      .eq('id', id)
      .maybeSingle()
  ).data

/** A published ad of the seller that can be bought. */
async function findBuyableAd(seller: SupabaseClient, reader: SupabaseClient): Promise<string> {
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

/** Status and first characters of an order's packing slip. */
async function fetchPackingSlip(client: SupabaseClient, order: string): Promise<{ status: number; begins: string }> {
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${souk.url}/functions/v1/statements/slip/${order}?language=de`, {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  return { status: answer.status, begins: (await answer.text()).slice(0, 5) }
}

async function readRefusal({ response }: { response?: Response }): Promise<{ status?: number; code?: string }> {
  const said: unknown = await response?.json()
  return { ...(response && { status: response.status }), ...(said as { code?: string }) } // response format of the functions
}

test('a declined card is refused, a confirmed card pays, and the seller is paid after delivery', async () => {
  const [seller, buyer, stranger] = await Promise.all(
    [DEMO_SELLER.email, 'joao-p@example.com', 'beatriz-l@example.com'].map(signedInClient),
  )
  if (!seller || !buyer || !stranger) throw new Error('nobody')
  const ad = { id: await findBuyableAd(seller, buyer) }
  const started = await buyer.rpc('start_order', { listing_ids: [ad.id], delivery: 'ship' })
  expect(started.error).toBeNull()
  const { order_id, total_minor } = started.data
  const priceMinor = started.data.items_minor
  expect(total_minor).toBeGreaterThan(priceMinor)

  const late = await stranger.rpc('start_order', { listing_ids: [ad.id], delivery: 'ship' })
  expect([late.error?.code, late.status]).toEqual(['SK109', 409])
  const foreign = await stranger.functions.invoke('payments', { body: { order_id } })
  expect(await readRefusal(foreign)).toMatchObject({ status: 404, code: 'SK370' })

  const begun = await buyer.functions.invoke('payments', { body: { order_id } })
  expect(begun.data).toEqual({ provider: 'test', test_url: '/functions/v1/payments-test' })
  const pay = (card: string) => buyer.functions.invoke('payments-test', { body: { order_id, card } })
  const declined = await pay('declined')
  expect(await readRefusal(declined)).toMatchObject({ status: 402, code: 'SK381' })
  expect((await pay('challenge')).data).toEqual({ status: 'challenge' })
  expect(await readOrder(buyer, order_id)).toMatchObject({ state: 'awaiting_payment' })
  expect(await readOrder(seller, order_id)).toBeNull()
  expect((await pay('challenge')).data).toEqual({ status: 'paid' })
  expect(await readOrder(seller, order_id)).toMatchObject({ state: 'paid', total_minor })

  const shipped = await seller.rpc('mark_shipped', { order_id, carrier: 'CTT', tracking: 'DA 123-456' })
  expect(shipped.error).toBeNull()
  const confirmed = await buyer.rpc('confirm_receipt', { order_id })
  expect(confirmed.error).toBeNull()
  expect((await readOrder(buyer, order_id))?.order_events.map(({ event }) => event)).toEqual([
    'start',
    'pay',
    'ship',
    'confirm',
  ])
  const { data: balance } = await seller.rpc('my_balance')
  expect(balance).toMatchObject({ currency: 'EUR', pending_minor: 0 })
  expect(balance.available_minor).toBeGreaterThanOrEqual(priceMinor)
  expect(await readOrder(stranger, order_id)).toBeNull()
})

test('an address is stored encrypted and decrypted only for the seller of a paid order', async () => {
  const [seller, buyer, stranger] = await Promise.all(
    [DEMO_SELLER.email, 'joao-p@example.com', 'beatriz-l@example.com'].map(signedInClient),
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
  expect(await readRefusal(wrong)).toMatchObject({ status: 422, code: 'SK930' })
  const saved = await buyer.functions.invoke('addresses', { body: home })
  const { id } = saved.data.address
  const changed = { ...home, street: 'Rua da Bica 5' }
  const foreign = await stranger.functions.invoke(`addresses/${id}`, { method: 'PUT', body: changed })
  expect(await readRefusal(foreign)).toMatchObject({ status: 422, code: 'SK369' })
  await buyer.functions.invoke(`addresses/${id}`, { method: 'PUT', body: changed })
  expect((await buyer.functions.invoke('addresses', { method: 'GET' })).data).toEqual({
    addresses: [{ id, ...changed }],
  })
  const { data: book } = await buyer.rpc('my_addresses')
  expect(book).toEqual([{ id, sealed: expect.not.stringContaining('Bica') }])

  const started = await buyer.rpc('start_order', {
    listing_ids: [await findBuyableAd(seller, buyer)],
    delivery: 'ship',
    address_id: id,
  })
  const { order_id } = started.data
  const ofOrder = (client: SupabaseClient) => client.functions.invoke(`addresses/order/${order_id}`, { method: 'GET' })
  expect(await readRefusal(await ofOrder(seller))).toMatchObject({ code: 'SK370' })
  await buyer.functions.invoke('payments', { body: { order_id } })
  await buyer.functions.invoke('payments-test', { body: { order_id, card: 'ok' } })
  await buyer.functions.invoke(`addresses/${id}`, { method: 'DELETE' })
  expect((await ofOrder(seller)).data).toEqual({ address: changed })
  expect(await fetchPackingSlip(seller, order_id)).toEqual({ status: 200, begins: '%PDF-' })
  expect(await fetchPackingSlip(stranger, order_id)).toMatchObject({ status: 404 })
  expect(await readRefusal(await ofOrder(stranger))).toMatchObject({ status: 404, code: 'SK370' })
  expect((await buyer.rpc('cancel_order', { order_id, reason: 'not needed' })).error).toBeNull()
  expect(await readRefusal(await ofOrder(seller))).toMatchObject({ status: 404, code: 'SK391' })
})

/** A demo user in a separate browser context. */
async function signInDemoUser(email: string, phone = false) {
  const person = await newBrowserUser(souk.url, { phone })
  onTestFinished(() => person.leave())
  await signIn(person.page, email, DEMO_SELLER.password)
  await person.page.waitForURL('**/home')
  return person
}

// One test, because each step depends on the previous ones.
test('on the pages a user buys on a phone, reports a problem with a photo after shipping, and a moderator decides', async () => {
  const MODERATOR = 'joao-p@example.com'
  const [seller, reader] = await Promise.all([DEMO_SELLER.email, MODERATOR].map(signedInClient))
  if (!seller || !reader) throw new Error('nobody')
  const ad = await findBuyableAd(seller, reader)
  const [buying, selling] = await Promise.all([
    signInDemoUser('beatriz-l@example.com', true),
    signInDemoUser(DEMO_SELLER.email),
  ])

  const buyer = buying.page
  await buyer.goto(`/listing/${ad}`)
  await buyer.getByRole('link', { name: 'Buy now' }).click()
  await buyer.getByRole('radio', { name: /^Ship to home/ }).waitFor()
  await buyer.getByText('A card that’s declined').click()
  const pay = buyer.getByRole('button', { name: /^Pay €/ })
  await pay.click()
  await expect.poll(() => buyer.getByLabel('Full name').getAttribute('aria-invalid')).toBe('true')
  for (const [field, value] of [
    ['Full name', 'Beatriz Lopes'],
    ['Street and number', 'Rua da Graça 84'],
    ['Postcode', '1170-169'],
    ['Town', 'Lisboa'],
  ] as const)
    await buyer.getByLabel(field).fill(value)
  await buyer.getByLabel('Country').selectOption('PT')
  await expectAccessible(buyer, 'light', 'checkout')
  await pay.click()
  await buyer.getByRole('alert').getByText('Your bank declined the payment.').waitFor()
  await buyer.getByText('A card that works').click()
  await pay.click()
  await buyer.getByRole('heading', { level: 1, name: 'Inês is getting it ready' }).waitFor()
  const path = new URL(buyer.url()).pathname

  await selling.page.goto('/dashboard?tab=offers')
  await selling.page.locator(`a[href="${path}"]`).first().click()
  await selling.page.getByText('Rua da Graça 84').waitFor()
  await expectAccessible(selling.page, 'light', 'order of a seller')
  await selling.page.getByLabel('Carrier').fill('CTT')
  await selling.page.getByLabel('Tracking number').fill('DA 123-456')
  await selling.page.getByRole('button', { name: 'Mark as shipped' }).click()

  // This page got no event that would make it refetch.
  await buyer.getByRole('heading', { level: 1, name: 'Your order is on its way' }).waitFor()
  await buyer.getByRole('button', { name: 'It’s already here' }).click()
  await buyer.getByRole('link', { name: 'Report a problem' }).click()
  await buyer.getByText('Worse than described').click()
  await buyer.getByLabel('Tell Inês what happened').fill('There is a mark that the ad does not show.')
  await buyer.getByText('Full refund').click()
  await buyer.getByRole('button', { name: 'Send report' }).click()
  await buyer.getByText('Add at least one photo.').waitFor()
  await buyer
    .locator('input[type=file]')
    .setInputFiles({ name: 'mark.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(7) })
  await expectAccessible(buyer, 'light', 'report of a problem')
  await buyer.getByRole('button', { name: 'Send report' }).click()
  await buyer.getByRole('heading', { level: 1, name: 'You reported a problem' }).waitFor()

  await selling.page.getByRole('heading', { level: 1, name: 'Beatriz reported a problem' }).waitFor()
  await selling.page.getByText('Don’t give anything back').click()
  await selling.page.getByLabel('Tell Beatriz and our team').fill('It was there in photo two.')
  await selling.page.getByRole('button', { name: 'Send answer' }).click()
  await selling.page.getByText('It was there in photo two.').first().waitFor()
  await buyer.getByRole('button', { name: 'Ask us to decide' }).click()
  await buyer.getByRole('heading', { level: 1, name: 'Our team is deciding' }).waitFor()

  setRole(folder.path, souk.url, MODERATOR, 'moderator')
  const { page: desk, complaints } = await signInDemoUser(MODERATOR)
  await desk.goto('/admin/disputes')
  await desk.getByRole('link', { name: 'Worse than described' }).click()
  await desk.getByRole('heading', { level: 1, name: 'Worse than described' }).waitFor()
  await desk.getByText('Partial refund').click()
  await desk.getByLabel('Beatriz gets back').fill('1')
  await desk.getByLabel('Why, in a sentence both will read').fill('The mark is small, and photo two shows it.')
  await expectAccessible(desk, 'light', 'decision of a dispute')
  await desk.getByRole('button', { name: 'Decide and pay out' }).click()
  for (const page of [buyer, selling.page]) {
    await page.getByText('€1.00 goes back to the buyer').waitFor()
    await page.getByText('The mark is small, and photo two shows it.').waitFor()
  }
  expect([...buying.complaints, ...selling.complaints, ...complaints]).toEqual([])
})
