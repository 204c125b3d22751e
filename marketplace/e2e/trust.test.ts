import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Account, type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Scam detection in messages, as seen by both users in two browsers. */
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

interface Talk {
  readonly rita: BrowserUser
  readonly max: BrowserUser
  /** The URL of their conversation. */
  readonly thread: string
}

// One test, because each step depends on the previous ones; every attempt starts with two new users.
test('a scam is held, a suspicious message warned of, reported and blocked; then chatting with photos, edits and search works', async () => {
  const talk = await startTalk()
  await holdScam(talk)
  await warnAndBlock(talk)
  await unblock(talk)
  await sharePhotos(talk)
  await unsendMessage(talk)
  await searchAndArchive(talk)
  for (const { complaints } of [talk.rita, talk.max]) expect(complaints).toEqual([])
})

/** It is not delivered; the sender sees why and can ask for a review. */
async function holdScam({ rita, max, thread }: Talk): Promise<void> {
  await max.page.goto(thread)
  const words = 'I paid with the safe deal: put your card in the courier form and send me the code from the SMS'
  await max.page.getByLabel('Message Rita').fill(words)
  await max.page.getByRole('button', { name: 'Send', exact: true }).click()
  await max.page.getByText('Waiting for review, not delivered yet.').waitFor()
  await max.page.getByRole('button', { name: 'This is a mistake' }).click()
  const dialog = max.page.getByRole('dialog', { name: 'Request a review' })
  await dialog.getByLabel('Why should we deliver it?').fill('It was a joke.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await max.page.getByText('We’ll review it and tell you the outcome.').waitFor()

  await rita.page.goto(thread)
  await rita.page.getByRole('log').getByText('Can we go on in whatsapp?').waitFor()
  expect(await rita.page.getByText('courier form').count()).toBe(0)
}

/** The warning is shown to the reader, who reports with two taps and blocks with two more. */
async function warnAndBlock({ rita, max }: Talk): Promise<void> {
  const warning = rita.page.getByRole('complementary', { name: 'Warning: Wants to move the chat elsewhere' })
  await warning.getByText('Most scams start off the site.').waitFor()
  expect(await max.page.getByText('Most scams start').count()).toBe(0)
  await warning.getByRole('button', { name: 'Report', exact: true }).click()
  const report = rita.page.getByRole('dialog', { name: 'Report this message' })
  await report.getByRole('button', { name: 'Send report' }).click()
  const thanks = rita.page.getByRole('dialog', { name: 'Thank you' })
  await thanks.getByText(/We’ve received your report \(no\. \d+\)/).waitFor()
  await thanks.getByRole('button', { name: 'Done' }).click()

  await warning.getByRole('button', { name: 'Block', exact: true }).click()
  await rita.page
    .getByRole('dialog', { name: 'Block Max?' })
    .getByRole('button', { name: 'Block', exact: true })
    .click()
  await rita.page.getByText('You blocked Max.').waitFor()
  await max.page.getByText('This conversation is locked').waitFor()
  expect(await max.page.getByLabel('Message Rita').count()).toBe(0)
}

/** Unblocking in the settings lets both write again. */
async function unblock({ rita, max }: Talk): Promise<void> {
  await rita.page.goto('/dashboard?tab=settings')
  await rita.page.getByRole('button', { name: /^Unblock Max/ }).click()
  await rita.page.getByText('No blocked people.').waitFor()
  await max.page.getByLabel('Message Rita').waitFor()
}

async function sharePhotos({ rita, max, thread }: Talk): Promise<void> {
  await rita.page.goto(thread)
  await max.page.locator('input[type=file]').setInputFiles({
    name: 'chair.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto(1),
  })
  for (const [{ page }, name] of [
    [max, /^Your photo/],
    [rita, /^Photo from Max/],
  ] as const) {
    const photo = page.getByRole('button', { name })
    const widthOf = () => photo.locator('img').evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : 0))
    await expect.poll(widthOf, { timeout: 30_000 }).toBeGreaterThan(0)
  }
  await rita.page.getByRole('button', { name: /^Photo from Max/ }).click()
  const large = rita.page.getByRole('dialog', { name: /^Photo from Max/ })
  await large.getByRole('img').waitFor()
  await rita.page.keyboard.press('Escape')
  // Closing returns the focus, which would close a menu that is open by then.
  await large.waitFor({ state: 'detached' })
  // The message menu also opens with the keyboard.
  await rita.page
    .getByRole('button', { name: /^Options for Max’s message / })
    .last()
    .press('Enter')
  await rita.page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await rita.page.getByRole('dialog', { name: 'Report this message' }).waitFor()
  await rita.page.keyboard.press('Escape')
}

/** Unsent for both, and the list no longer shows it. */
async function unsendMessage({ rita, max }: Talk): Promise<void> {
  await max.page.getByLabel('Message Rita').fill('This was for my brother')
  await max.page.getByRole('button', { name: 'Send', exact: true }).click()
  await rita.page.getByRole('log').getByText('This was for my brother').waitFor()
  const mine = max.page.locator('.group\\/hold', { hasText: 'This was for my brother' })
  await mine.hover()
  await mine.getByRole('button', { name: /^Options for your message from / }).click()
  await max.page.getByRole('menuitem', { name: 'Delete' }).click()
  await max.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await max.page.getByText('You deleted this message').waitFor()
  await rita.page.getByText('Max deleted this message').waitFor()
  await rita.page.getByRole('link', { name: /Message deleted/ }).waitFor()
}

/** Found by its words, archived, and unarchived by the next message. */
async function searchAndArchive({ rita: { page }, max }: Talk): Promise<void> {
  await page.getByRole('button', { name: 'Search messages' }).click()
  await page.getByLabel('Message, name or ad').fill('whatsapp')
  await page.getByText('1 found').waitFor()
  await page.getByRole('button', { name: 'Close search' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await page.getByText('No messages yet').waitFor()
  await max.page.getByLabel('Message Rita').fill('Is Saturday fine?')
  await max.page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('a[href^="/messages?c="]').first().waitFor()
  await page.getByRole('button', { name: 'Where could we meet?' }).click()
  expect(await page.getByLabel('Message Max').inputValue()).toBe('Where could we meet?')
}

/** Two users in separate browsers, which are closed after the test. */
async function startTalk(): Promise<Talk> {
  const mark = randomUUID().slice(0, 8)
  const account = (firstName: string, lastName: string): Account => {
    const email = `${firstName.toLowerCase()}-${mark}@example.com`
    return { firstName, lastName, email, password: 'quiet-lantern-42' }
  }
  const accounts = [account('Rita', 'Rua'), account('Max', 'Mover')] as const
  const [rita, max] = await Promise.all([newBrowserUser(souk.url), newBrowserUser(souk.url)])
  onTestFinished(async () => {
    await Promise.all([rita.leave(), max.leave()])
  })
  const thread = `/messages?c=${await startConversation(...accounts)}`
  await Promise.all([openSignedIn(rita, accounts[0]), openSignedIn(max, accounts[1])])
  return { rita, max, thread }
}

async function openSignedIn({ page }: BrowserUser, { email, password }: Account): Promise<void> {
  await signIn(page, email, password)
  await page.waitForURL('**/home')
}

/** Signs both up through the API; one messages the other about a wanted ad. Resolves to the conversation's id. */
async function startConversation(selling: Account, buying: Account): Promise<string> {
  const seller = await signedUpClient(selling)
  const listing = {
    title: 'Looking for a reading chair',
    description: 'For a corner by the window, to be picked up in the evening or on a Saturday.',
    category: 'armchairs',
    type: 'wanted',
    price_minor: 5000,
    city: 'Lisbon',
    area: 'Estrela',
  }
  const { data: ad, error } = await seller.from('listings').insert(listing).select('id').single<{ id: string }>()
  if (error) throw error
  const published = await seller.rpc('publish_listing', { listing_id: ad.id })
  if (published.error) throw published.error
  const buyer = await signedUpClient(buying)
  const talk = await buyer
    .rpc('start_conversation', { listing_id: ad.id, body: 'Can we go on in whatsapp?', client_id: randomUUID() })
    .single<{ id: string }>()
  if (talk.error) throw talk.error
  return talk.data.id
}

async function signedUpClient({ firstName, lastName, email, password }: Account) {
  const response = await fetch(souk.url)
  const key = /"publishableKey":\s*"([^"]+)"/.exec(await response.text())?.[1]
  if (!key) throw new Error('The page carries no key.')
  const client = createClient(souk.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signUp({
    email,
    password,
    options: { data: { first_name: firstName, last_name: lastName, phone: '+351210000000' } },
  })
  if (error) throw error
  return client
}
