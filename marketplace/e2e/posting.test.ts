import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, fillSignUp, type Person, signUp } from './browser.ts'
import { bandsOf, COLOURS, noisePhoto } from './noise-photo.ts'
import { grows, PATIENCE, partsUnderWay, uploadInTheMiddle } from './parts-under-way.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Posting, with everything that may happen on the way: to the photos, to guests, in two tabs. */
const NO_DEMO = { DEMO: '0' }
const ANNA = { firstName: 'Anna', lastName: 'Arco', email: 'anna@example.com', password: 'quiet-lantern-42' }
/** So slow that there is time to cut, reload and kill in the middle of a picture. */
const SLOW = { uploadThroughput: 150_000 }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let anna: Person
let network: CDPSession
let pictures: string
/** Where the server keeps what has arrived of unfinished uploads. */
let parts: string
const photos: string[] = []

beforeAll(async () => {
  folder = await privateFolder('migrations')
  parts = join(folder.path, 'storage/tus')
  souk = await startSouk(folder.path, NO_DEMO)
  anna = await aPerson(souk.url)
  pictures = await mkdtemp(join(tmpdir(), 'souk-pictures-'))
  for (const [index, colour] of COLOURS.entries()) {
    const path = join(pictures, `photo-${index}.jpg`)
    await writeFile(path, await noisePhoto(colour))
    photos.push(path)
  }
  await signUp(anna.page, ANNA)
  await anna.page.waitForURL('**/home')
  network = await anna.context.newCDPSession(anna.page)
  await network.send('Network.enable')
})
afterAll(async () => {
  await anna?.leave()
  await souk?.end()
  await folder?.remove()
  if (pictures) await rm(pictures, { recursive: true, force: true })
})

test('a guest fills everything in, reloads, signs up at the end, and has lost nothing', async () => {
  const guest = await aPerson(souk.url)
  const { page } = guest
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(1, 2))
  await fillAd(page, { title: 'Green striped cushion', category: 'Cushions', price: '12' })
  await page.getByText('Your photos are kept in this browser.').waitFor({ state: 'attached' })
  // A second tab begins an ad of its own, in place of writing over this one.
  const second = await guest.context.newPage()
  await second.goto('/post')
  expect(await second.getByLabel('Title').inputValue()).toBe('')
  await second.getByLabel('Title').fill('Another cushion')
  await second.getByText('Saved in this browser').waitFor()
  await second.reload()
  await expect.poll(() => second.getByLabel('Title').inputValue(), PATIENCE).toBe('Another cushion')
  await second.getByRole('button', { name: 'Start a new one' }).click()
  await second.close()
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Green striped cushion')
  await page.getByText('Your photos are kept in this browser.').waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Sign in and publish' }).click()
  await page.waitForURL('**/auth')
  await fillSignUp(page, { ...ANNA, firstName: 'Gil', email: `gil-${randomUUID()}@example.com` })
  await page.waitForURL('**/post*')
  await page.getByText('Your unfinished ad is back').waitFor()
  await page.getByText('1 photo is uploaded.').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Your price').inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Publish ad' }).click()
  await page.getByRole('heading', { name: 'Your ad is on offer' }).waitFor()
  expect(guest.complaints).toEqual([])
  await guest.leave()
})

test('photos survive a lost connection, a reload and kill -9 of the server: whole, once each, in their order', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos)
  await page.getByLabel('Title').fill('Three striped cushions')

  const begun = await uploadInTheMiddle(parts)
  await goOffline()
  await page.getByText('Paused').first().waitFor()
  await goOnline(SLOW)
  await grows(parts, begun)

  await page.reload()
  const kept = (await partsUnderWay(parts)).get(begun.id) ?? 0
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Three striped cushions')
  expect(await tiles(page).count()).toBe(3)
  await grows(parts, { ...begun, bytes: kept })

  await souk.end('SIGKILL')
  souk = await startSouk(folder.path, { ...NO_DEMO, PORT: new URL(souk.url).port })
  // Nothing was thrown away on the way: the bytes from before the crash are still there and count.
  expect((await partsUnderWay(parts)).get(begun.id)).toBeGreaterThan(kept)
  await goOnline()

  await page.getByText('3 photos are uploaded.').waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForURL('**/post?edit=*', { timeout: 60_000 })
  const client = await clientOf(page)
  const listingId = new URL(page.url()).searchParams.get('edit') ?? ''
  const rows = () => client.from('listing_photos').select('path').eq('listing_id', listingId).order('position')
  await expect.poll(async () => (await rows()).data?.length, PATIENCE).toBe(3)
  const paths = (await rows()).data?.map(({ path }) => String(path)) ?? []
  for (const [index, path] of paths.entries()) {
    const { data } = await client.storage.from('listing-photos').download(path)
    if (!data) throw new Error(`${path} is not stored`)
    const found = await bandsOf(Buffer.from(await data.arrayBuffer()))
    expect(found).toEqual({ width: 1500, height: 1300, above: index, below: index })
  }
  const owner = paths[0]?.split('/')[0] ?? ''
  const { data: stored } = await client.storage.from('listing-photos').list(`${owner}/${listingId}`)
  expect(stored?.map(({ name }) => `${owner}/${listingId}/${name}`).sort()).toEqual([...paths].sort())
  expect((await partsUnderWay(parts)).size).toBe(0)
})

test('a photo that is taken away in the middle takes its part on the server along', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(0, 1))
  await uploadInTheMiddle(parts)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()

  await expect.poll(async () => (await partsUnderWay(parts)).size, PATIENCE).toBe(0)
  expect(await tiles(page).count()).toBe(0)
  // While the server was gone the browser said so; the page itself has nothing to complain of.
  expect(anna.complaints.filter((line) => !line.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})

test('a page that is reloaded while the server takes its first photo finds the way back', async () => {
  const { page } = anna
  await goOnline()
  await page.goto('/post')
  const held = '**/rest/v1/listing_photos*'
  await page.route(held, () => undefined)
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(0, 1))
  await page.getByLabel('Title').fill('Half of a cushion')
  await page.waitForURL('**/post?edit=*')
  await page.unroute(held)
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Half of a cushion')
  expect(await tiles(page).count()).toBe(1)
  await page.getByText('1 photo is uploaded.').waitFor({ state: 'attached' })
})

test('a wanted ad needs neither a photo nor a price, and no contact data passes', async () => {
  const { page } = anna
  await goOnline()
  await page.goto('/post')
  await page.getByText('Wanted', { exact: true }).click()
  await fillAd(page, { title: 'Looking for a striped cushion', category: 'Cushions' })
  await page.getByLabel('Description').fill('Any colour, any size. Call me: 912 345 678, best after six.')
  await page.getByRole('button', { name: 'Publish ad' }).click()
  await page.getByRole('alert').getByText('Remove the phone number from the description').waitFor()
  await page.getByLabel('Description').fill('Any colour, any size, as long as it has stripes.')
  await page.getByRole('button', { name: 'Publish ad' }).click()
  await page.getByRole('heading', { name: 'Your ad is on offer' }).waitFor()
})

test('of two tabs with the same ad the later save is told, and overwrites nothing by itself', async () => {
  const { page: first } = anna
  const client = await clientOf(first)
  const { data: ad } = await client.from('listings').select('id').eq('type', 'wanted').limit(1).single()
  const titleNow = async () => (await client.from('listings').select('title').eq('id', ad?.id).single()).data?.title
  const second = await anna.context.newPage()
  for (const page of [first, second]) {
    await page.goto(`/post?edit=${ad?.id}`)
    await page.getByLabel('Title').waitFor()
  }
  await first.getByLabel('Title').fill('Looking for two striped cushions')
  await first.getByRole('button', { name: 'Save changes' }).click()
  await first.waitForURL('**/listing/*')

  await second.getByLabel('Title').fill('Looking for three striped cushions')
  await second.getByRole('button', { name: 'Save changes' }).click()
  await second.getByText('This ad was changed in another tab or on another device').first().waitFor()
  expect(await titleNow()).toBe('Looking for two striped cushions')
  expect(await second.getByLabel('Title').inputValue()).toBe('Looking for three striped cushions')

  await second.getByRole('button', { name: 'Open the other version' }).click()
  await expect.poll(() => second.getByLabel('Title').inputValue(), PATIENCE).toBe('Looking for two striped cushions')
  await second.getByLabel('Title').fill('Looking for four striped cushions')
  await second.getByRole('button', { name: 'Save changes' }).click()
  await second.waitForURL('**/listing/*')
  expect(await titleNow()).toBe('Looking for four striped cushions')
  await second.close()
})

test('a similar ad begins with the text and photos of the older one, and a photo can be turned', async () => {
  const { page } = anna
  const client = await clientOf(page)
  const { data: old } = await client
    .from('listings')
    .select('id, listing_photos (path)')
    .eq('title', 'Three striped cushions')
    .order('created_at')
    .limit(1)
    .single()
  await page.goto(`/post?copy=${old?.id}`)
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Three striped cushions')
  await expect.poll(() => tiles(page).count(), PATIENCE).toBe(3)
  await page.getByRole('button', { name: 'Edit photo 2' }).click()
  await page.getByRole('button', { name: 'Turn' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('3 photos are uploaded.').waitFor({ state: 'attached' })
  await page.waitForURL('**/post?edit=*')

  const copies = () =>
    client
      .from('listing_photos')
      .select('path, width, height')
      .eq('listing_id', new URL(page.url()).searchParams.get('edit') ?? '')
      .order('position')
  const sizes = async () => (await copies()).data?.map(({ width, height }) => `${width} x ${height}`)
  await expect.poll(sizes, PATIENCE).toEqual(['1500 x 1300', '1300 x 1500', '1500 x 1300'])
  const oldPaths = old?.listing_photos.map(({ path }) => path) ?? []
  expect((await copies()).data?.some(({ path }) => oldPaths.includes(path))).toBe(false)
  const complaints = anna.complaints.filter((line) => !line.includes('ERR_CONNECTION_REFUSED'))
  expect(complaints).toEqual([])
})

interface Ad {
  readonly title: string
  readonly category: string
  readonly price?: string
}

/** All that an ad needs but its photos; the category is the one that its title suggests. */
async function fillAd(page: Page, { title, category, price }: Ad): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('group', { name: 'Category' }).getByRole('button', { name: category }).click()
  await page.getByText('Good', { exact: true }).first().click()
  await page.getByLabel('Description').fill('Cotton, washed once, from a house without pets.')
  if (price) await page.getByLabel('Your price').fill(price)
  await page.getByLabel('Area').fill('Vila Nova de G')
  await page.getByRole('option', { name: /Vila Nova de Gaia/ }).click()
}

async function goOnline(limits: Partial<typeof SLOW> = {}): Promise<void> {
  const whole = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...whole, ...limits })
}

async function goOffline(): Promise<void> {
  const none = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }
  await network.send('Network.emulateNetworkConditions', none)
}

function tiles(page: Page) {
  return page.getByRole('list', { name: 'Photos of your ad' }).getByRole('button', { name: /^Photo \d/ })
}

async function clientOf(page: Page): Promise<SupabaseClient> {
  const { publishableKey } = JSON.parse((await page.locator('#app-config').textContent()) ?? '{}')
  const client = createClient(souk.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword(ANNA)
  if (error) throw error
  return client
}
