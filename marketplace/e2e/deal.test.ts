import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Person, signUp } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** A sale from the first offer to both reviews, by two people in two browsers. The steps build on one another. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let rita: Person
let tom: Person
let listingId = ''

const RITA = { firstName: 'Rita', lastName: 'Rua', email: 'rita@example.com', password: 'quiet-lantern-42' }
const TOM = { firstName: 'Tom', lastName: 'Tenda', email: 'tom@example.com', password: 'green-awning-17' }
const TITLE = 'Enamel coffee pot, blue'

beforeAll(async () => {
  folder = await privateFolder()
  souk = await startSouk(folder.path, { DEMO: '0' })
  ;[rita, tom] = await Promise.all([aPerson(souk.url), aPerson(souk.url)])
  await Promise.all([signUp(rita.page, RITA), signUp(tom.page, TOM)])
  await Promise.all([rita.page.waitForURL('**/home'), tom.page.waitForURL('**/home')])
  listingId = await anAdOf(await clientOf(RITA))
}, 300_000)
afterAll(async () => {
  await Promise.all([rita?.leave(), tom?.leave()])
  await souk?.end()
  await folder?.remove()
})

describe('from an offer to both reviews', () => {
  test('an offer below the floor is refused in words; a fair one reaches the seller live, who answers with another', async () => {
    await rita.page.goto('/messages')
    await rita.page.getByText('No messages yet').waitFor()
    await tom.page.goto(`/listing/${listingId}`)
    await tom.page.getByRole('button', { name: 'Make an offer' }).first().click()
    const dialog = tom.page.getByRole('dialog', { name: 'Make an offer' })
    await dialog.getByText('3 tries left').waitFor()
    await dialog.getByLabel('Your amount').fill('9')
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByText('The seller takes offers from €20 on.').waitFor()
    await dialog.getByLabel('Your amount').fill('30')
    await dialog.getByLabel('A few words').fill('I could come on Saturday')
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await tom.page.waitForURL('**/messages?c=*')
    await tom.page.getByRole('article', { name: 'Your offer of €30' }).getByText('Open').waitFor()

    await rita.page.locator('a[href^="/messages?c="]').first().click()
    const offer = rita.page.getByRole('article', { name: 'Tom’s offer of €30' })
    await offer.getByText('I could come on Saturday').waitFor()
    await offer.getByRole('button', { name: 'Counter €30' }).click()
    const counter = rita.page.getByRole('dialog', { name: 'Counter-offer' })
    await counter.getByLabel('Your amount').fill('36')
    await counter.getByRole('button', { name: 'Send counter-offer' }).click()
    await offer.getByText('Countered').waitFor()
  })

  test('the buyer accepts it: reserved at once, for both and for everybody who searches', async () => {
    await tom.page
      .getByRole('article', { name: 'Rita’s counter-offer of €36' })
      .getByRole('button', { name: /Accept/ })
      .press('Enter')
    for (const { page } of [tom, rita]) await page.getByText('Deal at €36.', { exact: true }).waitFor()
    await rita.page.getByRole('heading', { name: 'Meet-up' }).waitFor()
    const client = await clientOf(TOM)
    const { data } = await client.from('listings').select('state').eq('id', listingId).single()
    expect(data).toEqual({ state: 'reserved' })
  })

  test('they agree on a time and a place, which goes into the calendar', async () => {
    await tom.page.getByRole('button', { name: 'Propose a time and place' }).click()
    const dialog = tom.page.getByRole('dialog', { name: 'When and where?' })
    const tomorrow = new Date(Date.now() + 86_400_000)
    const two = (count: number) => String(count).padStart(2, '0')
    await dialog
      .getByLabel('Day')
      .fill(`${tomorrow.getFullYear()}-${two(tomorrow.getMonth() + 1)}-${two(tomorrow.getDate())}`)
    await dialog.getByLabel('Time').fill('18:30')
    await dialog.getByLabel('Place').fill('Kiosk, Jardim da Estrela')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await rita.page.getByRole('log').getByRole('button', { name: 'Confirm' }).click()
    for (const { page } of [tom, rita]) {
      await page.getByRole('log').getByText('Confirmed', { exact: true }).waitFor()
      await page.getByText('Meet-up set').first().waitFor()
    }
    const saving = tom.page.waitForEvent('download')
    await tom.page.getByRole('button', { name: 'Add to calendar' }).click()
    expect((await saving).suggestedFilename()).toBe('meet-up.ics')
  })

  test('a wrong code is counted, the buyer’s code completes the deal for both', async () => {
    await tom.page.getByRole('button', { name: 'Show my code' }).click()
    const spoken = await tom.page.getByText(/^Your code: \d \d \d \d$/).textContent()
    const code = (spoken ?? '').replace(/\D/g, '')
    await tom.page.keyboard.press('Escape')
    await rita.page.getByRole('button', { name: 'Enter the code' }).click()
    const dialog = rita.page.getByRole('dialog', { name: 'Handover code' })
    await dialog.getByLabel('Code').fill(code === '1234' ? '4321' : '1234')
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await dialog.getByText('That is not the code. 4 tries left.').waitFor()
    await dialog.getByLabel('Code').fill(code)
    await dialog.getByRole('button', { name: 'Complete' }).click()
    for (const { page } of [tom, rita]) await page.getByRole('log').getByText('The deal is done.').waitFor()
  })

  test('each reviews the other blind; with the second review both can be read on the stall', async () => {
    await tom.page.getByRole('button', { name: 'Write a review' }).click()
    const toms = tom.page.getByRole('dialog')
    await toms.getByRole('radio', { name: /^5 stars/ }).press('Space')
    await toms.getByRole('button', { name: 'As described' }).click()
    await toms.getByLabel('In your words').fill('The pot pours without a drip.')
    await toms.getByRole('button', { name: 'Send review' }).click()
    await toms.waitFor({ state: 'detached' })

    const seller = `/seller/${await idOf(RITA)}`
    await rita.page.goto(seller)
    await rita.page.getByText('No reviews yet. They come after deals made here.').waitFor()
    await rita.page.goto('/dashboard?tab=reviews')
    await rita.page.getByRole('button', { name: 'Write a review of Tom' }).click()
    const ritas = rita.page.getByRole('dialog')
    await ritas.getByRole('radio', { name: /^4 stars/ }).press('Space')
    await ritas.getByRole('button', { name: 'Send review' }).click()
    await ritas.waitFor({ state: 'detached' })
    await tom.page.goto(seller)
    await tom.page.getByText('The pot pours without a drip.').waitFor()
  })

  test('the buyer finds the receipt among the deals that are over', async () => {
    await tom.page.goto('/dashboard?tab=offers')
    await tom.page.getByRole('link', { name: new RegExp(TITLE) }).click()
    const receipt = tom.page.getByRole('region', { name: 'Receipt' })
    await receipt.getByText('Kiosk, Jardim da Estrela').waitFor()
    expect(await receipt.innerText()).toContain('€36')
  })

  test('nothing in either browser complained', () => {
    expect(rita.complaints).toEqual([])
    expect(tom.complaints).toEqual([])
  })
})

/** The unmodified client, signed in. */
async function clientOf({ email, password }: { email: string; password: string }): Promise<SupabaseClient> {
  const config = JSON.parse((await rita.page.locator('#app-config').textContent()) ?? '{}') as {
    publishableKey: string
  }
  const client = createClient(souk.url, config.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function idOf(account: { email: string; password: string }): Promise<string> {
  const { data } = await (await clientOf(account)).auth.getUser()
  return data.user?.id ?? ''
}

/** An ad on offer for 40.00 with a photograph. */
async function anAdOf(client: SupabaseClient): Promise<string> {
  const owner = (await client.auth.getUser()).data.user?.id
  const draft = await client
    .from('listings')
    .insert({
      category: 'cookware',
      title: TITLE,
      description: 'Holds a litre. Two small chips at the rim, none inside.',
      price_minor: 4000,
      price_type: 'negotiable',
      condition: 'good',
      city: 'Lisbon',
      area: 'Estrela',
    })
    .select('id')
    .single()
  if (draft.error) throw draft.error
  const path = `${owner}/pot.jpg`
  const stored = await client.storage
    .from('listing-photos')
    .upload(path, await phonePhoto(4), { contentType: 'image/jpeg' })
  if (stored.error) throw stored.error
  const shown = await client.from('listing_photos').insert({ listing_id: draft.data.id, path, alt: 'A blue pot' })
  if (shown.error) throw shown.error
  const published = await client.rpc('publish_listing', { listing_id: draft.data.id })
  if (published.error) throw published.error
  return draft.data.id
}
