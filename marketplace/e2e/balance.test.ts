import { readFile } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { newBrowserUser, signIn } from './browser.ts'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, setRole, startSouk } from './souk-process.ts'

/** A seller's earnings, on the page and as documents, and the effect of holiday mode. */
const BUYER = 'joao-p@example.com'
const STRANGER = 'beatriz-l@example.com'

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

const done = <T>({ data, error }: { data: T; error: { message: string } | null }): T => {
  if (error) throw new Error(error.message)
  return data
}

/** Bought and paid. */
async function buyAndPay(buyer: SupabaseClient, ad: string): Promise<string> {
  const { order_id } = done(await buyer.rpc('start_order', { listing_ids: [ad], delivery: 'ship' }))
  done(await buyer.functions.invoke('payments', { body: { order_id } }))
  done(await buyer.functions.invoke('payments-test', { body: { order_id, card: 'ok' } }))
  return order_id
}

/** Status and first characters of a document from the function `statements`. */
async function fetchStatement(
  client: SupabaseClient,
  path: string,
): Promise<{ status: number; begins: string; text: string }> {
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${souk.url}/functions/v1/statements/${path}`, {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  const text = await answer.text()
  return { status: answer.status, begins: text.slice(0, 5), text }
}

// One test, because each step depends on the previous ones.
test('a seller sees earnings, requests a payout, downloads documents and turns on holiday mode', async () => {
  const [seller, buyer, stranger] = await Promise.all([DEMO_SELLER.email, BUYER, STRANGER].map(signedInClient))
  if (!seller || !buyer || !stranger) throw new Error('nobody')
  const me = (await seller.auth.getUser()).data.user?.id ?? ''
  const ads = done(
    await buyer
      .from('listings')
      .select('id, title')
      .eq('seller_id', me)
      .eq('state', 'active')
      .eq('type', 'sell')
      .neq('delivery', 'pickup')
      .not('price_minor', 'is', null)
      .limit(3),
  )
  const [sold, pending, left] = ads ?? []
  if (!sold || !pending || !left) throw new Error('too few ads')
  const order = await buyAndPay(buyer, sold.id)
  done(await seller.rpc('mark_shipped', { order_id: order, carrier: 'CTT', tracking: 'DA 123-456' }))
  done(await buyer.rpc('confirm_receipt', { order_id: order }))
  await buyAndPay(buyer, pending.id)

  const { page, complaints } = await newBrowserUser(souk.url)
  await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
  await page.waitForURL('**/home')
  await page.goto('/dashboard?tab=balance')
  await page.getByRole('row').filter({ hasText: sold.title }).waitFor()
  await page.getByRole('region', { name: 'Pending' }).getByText(pending.title).waitFor()
  const payOut = page.getByRole('button', { name: 'Pay out now' })
  expect(await payOut.isDisabled()).toBe(true)
  await expectAccessible(page, 'light', 'balance')

  // With the keyboard only.
  await page.getByRole('button', { name: 'Add a bank account first.' }).press('Enter')
  await page.getByLabel('Account holder').fill('Inês Marques')
  await page.getByLabel('IBAN').fill('PT50 0002 0123 1234 5678 9015 5')
  await page.keyboard.press('Enter')
  await page.getByText('That IBAN isn’t right').waitFor()
  await page.getByLabel('IBAN').fill('PT50 0002 0123 1234 5678 9015 4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Account ending 0154').waitFor()
  await payOut.click()
  await page
    .getByRole('row')
    .filter({ hasText: 'To your bank account' })
    .getByRole('cell', { name: '€0.00', exact: true })
    .waitFor()
  expect(await payOut.isDisabled()).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Statement as CSV' }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(sold.title)
  expect(csv).toContain('Payout to your bank')

  // Receipts are for the two parties of an order, the seller list for administrators.
  expect(await fetchStatement(buyer, `receipt/${order}?as=pdf&language=de`)).toMatchObject({
    status: 200,
    begins: '%PDF-',
  })
  expect((await fetchStatement(seller, `receipt/${order}?as=csv`)).text).toContain('Paid to you')
  expect(await fetchStatement(stranger, `receipt/${order}?as=csv`)).toMatchObject({ status: 404 })
  const year = new Date().getUTCFullYear()
  expect(await fetchStatement(seller, `sellers/${year}?as=csv`)).toMatchObject({ status: 404 })
  setRole(folder.path, souk.url, STRANGER, 'admin')
  expect((await fetchStatement(stranger, `sellers/${year}?as=csv`)).text).toContain(me)
  expect((await fetchStatement(stranger, `sellers/${year}?as=xml`)).text).toContain('dpi:PlatformOperator')

  const { data: answer } = await buyer.functions.invoke('ai-support-assistant', {
    body: { message: 'Where is my parcel?', context: '/', language: 'en' },
  })
  expect(answer.links.map(({ label }: { label: string }) => label)).toContain(sold.title)

  await page.goto('/dashboard?tab=settings')
  await page.getByRole('switch', { name: 'Vacation mode' }).click()
  await page.getByLabel('Back on').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await page.getByText('An order still has to go out').waitFor()
  await page.getByLabel('Note for buyers').fill('By the sea')
  await page.getByRole('note').getByText('“By the sea”').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Away from .+ until/).waitFor()
  const refused = await buyer.rpc('start_order', { listing_ids: [left.id], delivery: 'ship' })
  expect(refused.error?.code).toBe('SK365')
  await page.goto(`/seller/${me}`)
  await page.getByText('“By the sea”').waitFor()
  expect(complaints).toEqual([])
})
