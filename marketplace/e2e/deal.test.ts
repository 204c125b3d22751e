import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { type BrowserUser, newBrowserUser, signUp } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** A sale from the first offer to both reviews, by two users in two browsers. */
const PASSWORD = 'quiet-lantern-42'
const TITLE = 'Enamel coffee pot, blue'

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await startSouk(folder.path, { DEMO: '0' })
}, 300_000)
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

interface SignedInUser extends BrowserUser {
  readonly id: string
  readonly client: SupabaseClient
}
interface Sale {
  readonly rita: SignedInUser
  readonly tom: SignedInUser
  readonly listingId: string
}

// One test, because each step depends on the previous ones; every attempt starts with two new users and another ad.
test('a deal goes from a refused offer to a receipt and two reviews, live for both users', async () => {
  const [rita, tom] = await Promise.all([newSignedInUser('Rita', 'Rua'), newSignedInUser('Tom', 'Tenda')])
  const sale: Sale = { rita, tom, listingId: await publishAdOf(rita.client) }
  await makeOffers(sale)
  await acceptOffer(sale)
  await agreeOnMeetUp(sale)
  await completeDealWithCode(sale)
  await reviewEachOther(sale)
  await findReceipt(sale)
  expect([rita.complaints, tom.complaints]).toEqual([[], []])
})

/** An offer below the minimum is refused with a message; a fair one reaches the seller live, who makes a counteroffer. */
async function makeOffers({ rita, tom, listingId }: Sale): Promise<void> {
  await rita.page.goto('/messages')
  await rita.page.getByText('No messages yet').waitFor()
  await tom.page.goto(`/listing/${listingId}`)
  await tom.page.getByRole('button', { name: 'Make an offer' }).first().click()
  const dialog = tom.page.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByText('3 offers left').waitFor()
  await dialog.getByLabel('Your amount').fill('9')
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByText('Minimum offer: €20.').waitFor()
  await dialog.getByLabel('Your amount').fill('30')
  await dialog.getByLabel('Message').fill('I could come on Saturday')
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await tom.page.waitForURL('**/messages?c=*')
  const mine = tom.page.getByRole('article', { name: 'Your offer of €30' })
  await mine.getByText('Open').waitFor()
  await rita.page.locator('a[href^="/messages?c="]').first().waitFor()

  // Events between her first fetch and joining the channel are not delivered.
  const letThrough = await blockSockets(rita.page)
  await rita.page.goto('/messages')
  await rita.page.locator('a[href^="/messages?c="]').first().click()
  const offer = rita.page.getByRole('article', { name: 'Tom’s offer of €30' })
  await offer.getByText('I could come on Saturday').waitFor()
  await offer.getByRole('button', { name: 'Accept €30' }).waitFor()
  await mine.getByRole('button', { name: 'Withdraw' }).click()
  await mine.getByText('Withdrawn').waitFor()
  letThrough()
  await offer.getByText('Withdrawn').waitFor()

  await reserveAndUnreserve(rita.page, tom.page)
  await tom.page.getByRole('button', { name: 'Make an offer' }).click()
  await dialog.getByLabel('Your amount').fill('32')
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  const second = rita.page.getByRole('article', { name: 'Tom’s offer of €32' })
  await second.getByRole('button', { name: 'Counter €32' }).click()
  const counter = rita.page.getByRole('dialog', { name: 'Counter-offer' })
  await counter.getByLabel('Your amount').fill('36')
  await counter.getByRole('button', { name: 'Send counter-offer' }).click()
  await second.getByText('Countered').waitFor()
}

/** Reserves from the thread's menu and undoes it. */
async function reserveAndUnreserve(seller: Page, buyer: Page): Promise<void> {
  for (const [action, line] of [
    ['Reserve for Tom', 'Reserved for Tom.'],
    ['Mark as sold to Tom', 'Sold to Tom.'],
  ] as const) {
    // With the keyboard: on a wide window a notice covers the button for a few seconds.
    await seller.getByRole('main').getByRole('button', { name: 'More', exact: true }).press('Enter')
    await seller.getByRole('menuitem', { name: action }).press('Enter')
    await buyer.getByRole('log').getByText(line).waitFor()
    await seller.getByRole('button', { name: 'Undo' }).click()
    await buyer.getByRole('button', { name: 'Make an offer' }).waitFor()
  }
}

/** Checks that the ad is reserved immediately, for both users and in search. */
async function acceptOffer({ rita, tom, listingId }: Sale): Promise<void> {
  const accepts: string[] = []
  tom.page.on('request', (request) => {
    if (request.url().endsWith('/rpc/accept_offer') && request.method() === 'POST') accepts.push(request.url())
  })
  await tom.page
    .getByRole('article', { name: 'Rita’s counter-offer of €36' })
    .getByRole('button', { name: /Accept/ })
    .dblclick()
  for (const { page } of [tom, rita]) {
    await page.getByRole('log').getByText('Accepted', { exact: true }).waitFor()
    // Messages are in chronological order, without duplicates.
    const lines = page.getByRole('log').getByText(/^The (offer was accepted|ad is now reserved)\.$/)
    await lines.first().waitFor()
    expect(await lines.allTextContents()).toEqual(['The offer was accepted.'])
    // The ad is reserved for this buyer, so the seller's quick replies for other buyers are not offered.
    expect(await page.getByText('It’s reserved, I’ll let you know').count()).toBe(0)
  }
  // A double click counts once, and its line in the thread confirms it: no notice covers the meet-up.
  expect(accepts).toHaveLength(1)
  expect(await tom.page.locator('[data-sonner-toast]').count()).toBe(0)
  await rita.page.getByRole('heading', { name: 'Meet-up' }).waitFor()
  const { data } = await tom.client.from('listings').select('state').eq('id', listingId).single()
  expect(data).toEqual({ state: 'reserved' })
}

/** A proposed and confirmed time and place can be added to a calendar. */
async function agreeOnMeetUp({ rita, tom }: Sale): Promise<void> {
  await tom.page.getByRole('button', { name: 'Suggest a meet-up' }).click()
  const dialog = tom.page.getByRole('dialog', { name: 'When and where?' })
  const tomorrow = new Date(Date.now() + 86_400_000)
  const two = (count: number) => String(count).padStart(2, '0')
  await dialog
    .getByLabel('Day')
    .fill(`${tomorrow.getFullYear()}-${two(tomorrow.getMonth() + 1)}-${two(tomorrow.getDate())}`)
  await dialog.getByLabel('Time').fill('18:30')
  await dialog.getByLabel('Place').fill('Kiosk, Jardim da Estrela')
  await expectAccessible(tom.page, 'light', 'meet-up')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  await rita.page.getByRole('log').getByRole('button', { name: 'Confirm' }).click()
  for (const { page } of [tom, rita]) {
    await page.getByRole('log').getByText('Confirmed', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^(Show my|Enter) code$/ }).waitFor()
  }
  const saving = tom.page.waitForEvent('download')
  await tom.page.getByRole('button', { name: 'Calendar' }).click()
  expect((await saving).suggestedFilename()).toBe('meet-up.ics')
}

/** A wrong code is counted; the buyer's code completes the deal for both. */
async function completeDealWithCode({ rita, tom }: Sale): Promise<void> {
  await tom.page.getByRole('button', { name: 'Show my code' }).click()
  const spoken = await tom.page.getByText(/^Your code: \d \d \d \d$/).textContent()
  const code = (spoken ?? '').replace(/\D/g, '')
  await tom.page.keyboard.press('Escape')
  await tom.page.getByRole('button', { name: 'Show my code' }).click()
  expect(await tom.page.getByText(/^Your code: \d \d \d \d$/).textContent()).toBe(spoken)
  await tom.page.keyboard.press('Escape')
  await rita.page.getByRole('button', { name: 'Enter code' }).click()
  const dialog = rita.page.getByRole('dialog', { name: 'Enter the code' })
  await dialog.getByLabel('Code').fill(code === '1234' ? '4321' : '1234')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('That’s not the code. 4 tries left.').waitFor()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  for (const { page } of [tom, rita]) {
    await page.getByRole('log').getByText('Deal completed.').waitFor()
    // Sold for the agreed price; the list shows the deal as the latest event, once, and no overdue warning.
    const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: new RegExp(TITLE) })
    await row.getByText('Completed', { exact: true }).waitFor()
    expect(await row.getByText('Deal completed.').count()).toBe(0)
    const strip = page.getByRole('region', { name: /^Conversation with/ })
    await strip.getByText('Completed', { exact: true }).first().waitFor()
    expect(await page.getByRole('list', { name: 'Quick replies' }).count()).toBe(0)
  }
}

/** With the second review both become visible on the seller page. */
async function reviewEachOther({ rita, tom }: Sale): Promise<void> {
  await tom.page.getByRole('button', { name: /^5 stars/ }).click()
  const toms = tom.page.getByRole('dialog')
  expect(await toms.getByRole('radio', { name: /^5 stars/ }).isChecked()).toBe(true)
  await toms.getByRole('button', { name: 'As described' }).click()
  await toms.getByLabel('Your comment').fill('The pot pours without a drip.')
  await expectAccessible(tom.page, 'dark', 'review')
  await toms.getByRole('button', { name: 'Send review' }).click()
  await toms.waitFor({ state: 'detached' })

  const seller = `/seller/${rita.id}`
  await rita.page.goto(seller)
  await rita.page.getByText('No reviews yet. You can review completed deals.').waitFor()
  await rita.page.goto('/dashboard')
  await rita.page.getByRole('link', { name: /^How did it go with Tom/ }).click()
  await rita.page.getByRole('button', { name: /^5 stars/ }).click()
  const ritas = rita.page.getByRole('dialog')
  await ritas.getByRole('radio', { name: /^4 stars/ }).press('Space')
  await ritas.getByRole('button', { name: 'Send review' }).click()
  await ritas.waitFor({ state: 'detached' })
  await tom.page.goto(seller)
  await tom.page.getByText('The pot pours without a drip.').waitFor()
  // The old review URL of the dashboard redirects to them; the reviewed user may reply once.
  await rita.page.goto('/dashboard?tab=reviews')
  await rita.page.waitForURL(`**${seller}#reviews`)
  await rita.page.getByRole('button', { name: /^Reply to Tom/ }).waitFor()
}

/** Among the completed deals. */
async function findReceipt({ tom }: Sale): Promise<void> {
  await tom.page.goto('/dashboard?tab=offers')
  await tom.page.getByRole('link', { name: new RegExp(TITLE) }).click()
  const receipt = tom.page.getByRole('region', { name: 'Receipt' })
  await receipt.getByText('Kiosk, Jardim da Estrela').waitFor()
  expect(await receipt.innerText()).toContain('€36')
  expect(await receipt.innerText()).toMatch(/No\. S-\d{4,}\./)
  expect(await tom.page.getByText('You met on').count()).toBe(0)
}

/** Blocks traffic on sockets opened from now on until the returned function is called. */
async function blockSockets(page: Page): Promise<() => void> {
  let waiting: (() => void)[] | null = []
  await page.routeWebSocket('**/realtime/v1/websocket*', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => (waiting ? void waiting.push(() => server.send(message)) : server.send(message)))
  })
  return () => {
    for (const pass of waiting ?? []) pass()
    waiting = null
  }
}

/** Signs up a new user in a separate browser context, which is closed after the test. */
async function newSignedInUser(firstName: string, lastName: string): Promise<SignedInUser> {
  const person = await newBrowserUser(souk.url)
  onTestFinished(() => person.leave())
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  await signUp(person.page, { firstName, lastName, email, password: PASSWORD })
  await person.page.waitForURL('**/home')
  const config = JSON.parse((await person.page.locator('#app-config').textContent()) ?? '{}') as {
    publishableKey: string
  }
  const client = createClient(souk.url, config.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { ...person, client, id: data.user.id }
}

/** A live ad for 40.00 with a photo. */
async function publishAdOf(client: SupabaseClient): Promise<string> {
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
  // The photo is processed first.
  const stateNow = async () =>
    (await client.from('listings').select('state').eq('id', draft.data.id).single()).data?.state
  await expect.poll(stateNow, { timeout: 60_000, interval: 500 }).toBe('active')
  return draft.data.id
}
