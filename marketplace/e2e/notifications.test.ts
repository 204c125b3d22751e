import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BrowserUser, newBrowserUser, signUp } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { publishAd } from './publish.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** One user waits for an ad; another publishes it and lowers its price. */
const TITLE = 'Concert marimba of zebrawood'

/** Time limit for queue, email and browser together, with room for a slow machine. */
const PATIENCE = { timeout: 90_000 }

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

interface Users {
  readonly ben: BrowserUser
  readonly benEmail: string
  readonly visitor: BrowserUser
  readonly anna: SupabaseClient
}

// One test, because each step depends on the previous ones; every attempt starts with new users and another ad.
test('a saved search notifies of a new ad and a price drop until the email’s unsubscribe link is used', async () => {
  const wish = await startUsers()
  await saveSearch(wish)
  const listingId = await notifyOfNewAd(wish)
  await countNewMatches(wish)
  await notifyOfPriceDrop(wish, listingId)
  await unsubscribeByLink(wish)
  expect([...wish.ben.complaints, ...wish.visitor.complaints]).toEqual([])
}, 400_000)

/** Ben and a visitor in separate browsers, and Anna, who sells. */
async function startUsers(): Promise<Users> {
  const [ben, visitor] = await Promise.all([newBrowserUser(souk.url), newBrowserUser(souk.url)])
  onTestFinished(async () => {
    await Promise.all([ben.leave(), visitor.leave()])
  })
  await visitor.page.goto('/')
  const config = await visitor.page.locator('#app-config').textContent()
  const { publishableKey } = JSON.parse(config ?? '{}') as { publishableKey: string }
  const anna = createClient(souk.url, publishableKey, { auth: { persistSession: false } })
  const { error } = await anna.auth.signUp({
    email: `anna-${randomUUID()}@example.com`,
    password: 'quiet-lantern-42',
    options: { data: { first_name: 'Anna', last_name: 'Arco' } },
  })
  if (error) throw error
  return { ben, benEmail: `ben-${randomUUID()}@example.com`, visitor, anna }
}

/** There are no matches yet. */
async function saveSearch({ ben, benEmail }: Users): Promise<void> {
  await signUp(ben.page, { firstName: 'Ben', lastName: 'Banca', email: benEmail, password: 'green-awning-17' })
  await ben.page.waitForURL('**/home')
  await ben.page.goto('/browse?q=marimba')
  await ben.page.getByRole('button', { name: 'Tell me when there’s one' }).click()
  const dialog = ben.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Marimbas')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await ben.page.getByText('Search saved').first().waitFor()
  await bell(ben).waitFor()
}

/** Another user publishes a matching ad: the bell counts, the email is sent, and the notification opens the ad. */
async function notifyOfNewAd({ ben, benEmail, anna }: Users): Promise<string> {
  const listingId = await publishLamp(anna)
  await bell(ben, 1).waitFor(PATIENCE)
  const mail = await waitForEmail(benEmail, /New result for “Marimbas”/)
  expect(mail.text).toContain('“marimba” in title')
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')

  await bell(ben, 1).click()
  await ben.page.getByRole('link', { name: /New result for “Marimbas”/ }).click()
  await ben.page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await bell(ben).waitFor()
  return listingId
}

/** Until it is opened. */
async function countNewMatches({ ben }: Users): Promise<void> {
  await ben.page.goto('/')
  const hits = ben.page.getByRole('region', { name: 'New for your searches' })
  await hits.getByRole('link', { name: new RegExp(TITLE) }).waitFor()
  expect(await hits.getByRole('link', { name: 'Marimbas' }).getAttribute('href')).toContain('q=marimba')
  await ben.page.goto('/dashboard?tab=searches')
  await ben.page.getByText('1 new').waitFor()
  await ben.page.getByRole('link', { name: 'Marimbas' }).click()
  await ben.page
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .waitFor()
  await ben.page.goto('/dashboard?tab=searches')
  await ben.page.getByRole('link', { name: 'Marimbas' }).waitFor()
  expect(await ben.page.getByText('1 new').count()).toBe(0)
}

/** The notification shows the old price. */
async function notifyOfPriceDrop({ ben, anna }: Users, listingId: string): Promise<void> {
  await ben.page.goto(`/listing/${listingId}`)
  const heart = ben.page.getByRole('button', { name: `Save ${TITLE}` }).first()
  const kept = ben.page.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/favorites') && answer.request().method() === 'POST',
  )
  await heart.click()
  expect((await kept).ok()).toBe(true)
  const { error } = await anna.from('listings').update({ price_minor: 80_000 }).eq('id', listingId)
  expect(error).toBeNull()
  // The saved search notifies of it too.
  await bell(ben, 2).waitFor(PATIENCE)
  await ben.page.goto('/dashboard?tab=notifications')
  const news = ben.page.getByRole('link', { name: new RegExp(`“${TITLE}” is now €800`) })
  await news.waitFor()
  expect(await news.innerText()).toContain('Was €950.')
  await ben.page.getByRole('button', { name: 'Mark all as read' }).click()
  await bell(ben).waitFor()
}

/** For a signed-out user. */
async function unsubscribeByLink({ ben, benEmail, visitor }: Users): Promise<void> {
  const { text, headers } = await waitForEmail(benEmail, /New result for “Marimbas”/)
  const page = text.match(/https?:\S+\/unsubscribe\?token=\S+/)?.[0] ?? ''
  await visitor.page.goto(page)
  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).click()
  await visitor.page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  await visitor.page.getByText(/Saved search “Marimbas”: you won’t get any more emails/).waitFor()

  // As mail programs do it (RFC 8058): one POST, with nothing but the link.
  const oneClick = headers['List-Unsubscribe']?.slice(1, -1) ?? ''
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200)
  expect((await fetch(`${oneClick}x`, { method: 'POST', body })).status).toBe(400)

  await ben.page.goto('/dashboard?tab=searches')
  await ben.page.getByRole('button', { name: 'More options for Marimbas' }).click()
  await ben.page.getByRole('menuitem', { name: 'Edit' }).click()
  const emails = ben.page.getByRole('dialog').getByRole('checkbox', { name: 'Email' })
  await emails.waitFor()
  expect(await emails.isChecked()).toBe(false)
  expect(await ben.page.getByRole('dialog').getByRole('checkbox', { name: 'In app' }).isChecked()).toBe(true)
}

test('the service worker shows a push message with the same text as the notification', async () => {
  const { page, context, leave } = await newBrowserUser(souk.url, { keepsApp: true })
  onTestFinished(leave)
  await context.grantPermissions(['notifications'], { origin: souk.url })
  await page.goto('/help')
  const ids: string[] = []
  const devtools = await context.newCDPSession(page)
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId))
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(
    'navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => true)',
  )
  await expect.poll(() => ids.length, PATIENCE).toBeGreaterThan(0)
  // A user who is on that page gets no push message.
  const data = JSON.stringify({ title: 'A new hit', body: TITLE, path: '/browse', tag: 'hit', unread: 1 })
  // The browser drops pushes that arrive before the worker is active; with the same tag a later one replaces an earlier one.
  const shown = async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: souk.url,
      registrationId: ids.at(-1) ?? '',
      data,
    })
    return page.evaluate(
      'navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body }) => [title, body]))',
    )
  }
  await expect.poll(shown, { ...PATIENCE, interval: 500 }).toEqual([['A new hit', TITLE]])
})

/** The notification bell in the header, with this unread count. */
function bell({ page }: BrowserUser, unread = 0): Locator {
  const name = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  return page.getByRole('banner').getByRole('link', { name, exact: true })
}

/** Publishes an ad with one photo through the API. @returns its id */
async function publishLamp(seller: SupabaseClient): Promise<string> {
  const { data: session } = await seller.auth.getUser()
  const path = `${session.user?.id}/marimba.jpg`
  const photo = await seller.storage
    .from('listing-photos')
    .upload(path, await phonePhoto(Math.floor(Math.random() * 1000)), { contentType: 'image/jpeg' })
  if (photo.error) throw photo.error
  const ad = {
    category: 'armchairs',
    title: TITLE,
    description: 'Four and a third octaves, tuned last spring, with its cover and two pairs of mallets.',
    price_minor: 95_000,
    condition: 'good',
    city: 'Lisbon',
  }
  const draft = await seller.from('listings').insert(ad).select('id').single<{ id: string }>()
  if (draft.error) throw draft.error
  const row = await seller.from('listing_photos').insert({ listing_id: draft.data.id, path, alt: 'A marimba' })
  if (row.error) throw row.error
  await publishAd(seller, draft.data.id)
  return draft.data.id
}

interface KeptMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** The newest email of this kind, once it has been sent. */
async function waitForEmail(address: string, subject: RegExp): Promise<KeptMail> {
  for (const deadline = Date.now() + PATIENCE.timeout; Date.now() < deadline; ) {
    const emails = (await (await fetch(`${souk.url}/dev/mail.json`)).json()) as KeptMail[]
    const mail = emails.find((one) => one.to === address && subject.test(one.subject))
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`No mail to ${address} like ${subject}`)
}
