import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { CDPSession, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserUser, fillSignUp, newBrowserUser, signUp } from './browser.ts'
import { COLOURS, noisePhoto, readBands } from './noise-photo.ts'
import { PATIENCE, readPartialUploads, waitForPartialUpload, waitForUploadProgress } from './parts-under-way.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Posting an ad with interruptions: photos, guests, two tabs. */
const NO_DEMO = { DEMO: '0' }
const ANNA = { firstName: 'Anna', lastName: 'Arco', email: 'anna@example.com', password: 'quiet-lantern-42' }
const HEIC = join(import.meta.dirname, '../../backend/acceptance/fixtures/pictures/iphone.heic')
/** Slow enough to disconnect, reload and kill in the middle of a photo. */
const SLOW = { uploadThroughput: 150_000 }

/** Live, or in review while a busy machine processes its photo. */
const PUBLISHED = /^Your ad is (?:live|in review)$/

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let anna: BrowserUser
let network: CDPSession
let pictures: string
/** Where the server keeps the parts of unfinished uploads. */
let parts: string
const photos: string[] = []

beforeAll(async () => {
  folder = await privateFolder('migrations')
  parts = join(folder.path, 'storage/tus')
  souk = await startSouk(folder.path, NO_DEMO)
  anna = await newBrowserUser(souk.url)
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

test('the home page of an empty market invites users to post and shows no empty sections', async () => {
  const { page } = anna
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Be the first to sell' }).waitFor()
  const headings = page.getByText(/^(Where are you\?|Browse the stalls|Newest everywhere|See all.*)$/)
  await expect.poll(() => headings.count(), PATIENCE).toBe(0)
})

test('a guest fills in the form, reloads, signs up at the end, and loses nothing', async () => {
  const guest = await newBrowserUser(souk.url)
  const { page } = guest
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(1, 2))
  await fillAd(page, { title: 'Green striped cushion', category: 'Cushions', price: '12' })
  await page.getByText('Your photos are saved in this browser.').waitFor({ state: 'attached' })
  await suggestAltText(page)
  // A second tab starts another ad instead of overwriting this one.
  const second = await guest.context.newPage()
  await second.goto('/post')
  expect(await second.getByLabel('Title').inputValue()).toBe('')
  await second.getByLabel('Title').fill('Another cushion')
  await second.getByText('Saved in this browser').waitFor()
  await second.reload()
  await expect.poll(() => second.getByLabel('Title').inputValue(), PATIENCE).toBe('Another cushion')
  await second.getByRole('button', { name: 'Start over' }).click()
  await second.close()
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Green striped cushion')
  await page.getByText('Your photos are saved in this browser.').waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Sign in and publish' }).click()
  await page.waitForURL('**/auth')
  await fillSignUp(page, { ...ANNA, firstName: 'Gil', email: `gil-${randomUUID()}@example.com` })
  await page.waitForURL('**/post*')
  await page.getByText('We’ve restored your draft').waitFor()
  await page.getByText('1 photo uploaded.').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: PUBLISHED }).waitFor()
  expect(guest.complaints).toEqual([])
  await guest.leave()
})

/** A photo gets a description only if the seller accepts the suggested one or writes one; contact details are refused. */
async function suggestAltText(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Photo 1 of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Photo 1 of 1' })
  const description = dialog.getByLabel('What’s in the photo?')
  expect(await description.inputValue()).toBe('')
  await description.fill('Call 912 345 678')
  await dialog.getByText('Remove the phone number from the photo description', { exact: false }).waitFor()
  await description.fill('')
  await dialog.getByRole('button', { name: 'Use suggested description' }).click()
  expect(await dialog.locator('input:focus').inputValue()).toMatch(/^Green striped cushion/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('img', { name: /^Green striped cushion/ })
    .first()
    .waitFor()
}

test('a photo on a phone becomes a published ad with six taps and two typed fields', async () => {
  const pia = await newBrowserUser(souk.url, { phone: true })
  const { page } = pia
  const account = { ...ANNA, firstName: 'Pia', email: `pia-${randomUUID()}@example.com` }
  await signUp(page, account)
  await page.waitForURL('**/home')
  const client = await signedInClient(page, account.email)
  const { data: me } = await client.auth.getUser()
  const home = await client
    .from('profiles')
    .update({ area: 'Graça', city: 'Lisbon' })
    .eq('id', me.user?.id ?? '')
  expect(home.error).toBeNull()
  await page.goto('/post')
  await page.getByRole('button', { name: 'Place', description: /^Graça, Lisbon/ }).waitFor()
  let [taps, typed] = [0, 0]
  const tap = async (control: Locator) => {
    taps += 1
    await control.click()
  }
  const type = async (text: string) => {
    typed += 1
    await page.keyboard.type(text)
  }

  const gallery = page.waitForEvent('filechooser')
  await tap(page.getByLabel(/^Add photos/))
  taps += 1 // on the photo in the gallery
  const photo = { name: 'boots.jpg', mimeType: 'image/jpeg', buffer: await noisePhoto({ r: 190, g: 160, b: 30 }) }
  await (await gallery).setFiles(photo)
  // Its buttons are inside the tile, and there is only one progress indicator.
  await tiles(page).first().waitFor()
  const outside = `(() => {
    const tile = document.querySelector('#photo-0').closest('li')
    const outer = tile.getBoundingClientRect()
    const isOutside = ({ left, right, top, bottom }) =>
      left < outer.left || right > outer.right || top < outer.top || bottom > outer.bottom
    const parts = [...tile.querySelectorAll('button, svg, img')]
    return parts.length > 2 ? parts.filter((part) => isOutside(part.getBoundingClientRect())).length : 'nothing to see'
  })()`
  expect(await page.evaluate(outside)).toBe(0)
  expect(await page.getByRole('progressbar').count()).toBeLessThan(2)
  await tap(page.getByLabel('Title'))
  await type('Fringed suede boots, cream, EU 38')
  await tap(page.getByRole('group', { name: 'Category' }).getByRole('button', { name: /Boots$/ }))
  await tap(page.getByLabel('Price', { exact: true }))
  await type('55')
  // The size is taken from the title: no section has to be expanded.
  await page.locator('details:not([open]) summary').filter({ hasText: 'EU 38' }).waitFor()
  await tap(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('heading', { name: PUBLISHED }).waitFor()
  expect({ taps, typed }).toEqual({ taps: 6, typed: 2 })
  const { data: ad } = await client.from('my_listings').select('category, attributes, city').single()
  expect(ad).toMatchObject({ category: 'boots', city: 'Lisbon', attributes: { colour: 'beige' } })
  expect(pia.complaints).toEqual([])
  await pia.leave()
})

test('photos survive a lost connection, a reload and a kill -9 of the server, complete and in order', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos)
  await page.getByLabel('Title').fill('Three striped cushions')

  const begun = await waitForPartialUpload(parts)
  await goOffline()
  await page.getByText('Paused').first().waitFor()
  await goOnline(SLOW)
  await waitForUploadProgress(parts, begun)

  await page.reload()
  const kept = (await readPartialUploads(parts)).get(begun.id) ?? 0
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Three striped cushions')
  expect(await tiles(page).count()).toBe(3)
  await waitForUploadProgress(parts, { ...begun, bytes: kept })

  await souk.end('SIGKILL')
  souk = await startSouk(folder.path, { ...NO_DEMO, PORT: new URL(souk.url).port })
  // No upload was restarted: the bytes from before the crash are kept.
  expect((await readPartialUploads(parts)).get(begun.id)).toBeGreaterThan(kept)
  await goOnline()

  await page.getByText('3 photos uploaded.').waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForURL('**/post?edit=*', { timeout: 60_000 })
  const client = await signedInClient(page)
  const listingId = new URL(page.url()).searchParams.get('edit') ?? ''
  const rows = () => client.from('listing_photos').select('path').eq('listing_id', listingId).order('position')
  await expect.poll(async () => (await rows()).data?.length, PATIENCE).toBe(3)
  const paths = (await rows()).data?.map(({ path }) => String(path)) ?? []
  for (const [index, path] of paths.entries()) {
    const { data } = await client.storage.from('listing-photos').download(path)
    if (!data) throw new Error(`${path} is not stored`)
    const found = await readBands(Buffer.from(await data.arrayBuffer()))
    expect(found).toEqual({ width: 1500, height: 1300, above: index, below: index })
  }
  const owner = paths[0]?.split('/')[0] ?? ''
  const { data: stored } = await client.storage.from('listing-photos').list(`${owner}/${listingId}`)
  expect(stored?.map(({ name }) => `${owner}/${listingId}/${name}`).sort()).toEqual([...paths].sort())
  expect((await readPartialUploads(parts)).size).toBe(0)
})

test('removing a photo during its upload removes its parts from the server', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(0, 1))
  await waitForPartialUpload(parts)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()

  await expect.poll(async () => (await readPartialUploads(parts)).size, PATIENCE).toBe(0)
  expect(await tiles(page).count()).toBe(0)
  // The browser logged failed requests while the server was down; the page itself must log nothing.
  expect(anna.complaints.filter((line) => !line.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})

test('a page reloaded during its first upload resumes it', async () => {
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
  await page.getByText('1 photo uploaded.').waitFor({ state: 'attached' })
})

test('a reopened draft is published like a new ad, and the page says so', async () => {
  const { page } = anna
  await goOnline()
  const client = await signedInClient(page)
  const { data: draft } = await client.from('listings').select('id').eq('title', 'Half of a cushion').single()
  await page.goto(`/post?edit=${draft?.id}`)
  await page.getByText('1 photo uploaded.').waitFor({ state: 'attached' })
  expect(await page.title()).toContain('Post an ad')
  const price = page.getByLabel('Price', { exact: true })
  await price.fill('123456')
  await price.press('Tab')
  await page.getByText('Enter the price you want.').waitFor()
  const onRequest = page.getByRole('button', { name: 'Price on request' })
  await onRequest.click()
  expect([await price.isDisabled(), await price.inputValue()]).toEqual([true, ''])
  await onRequest.click()
  await fillAd(page, { title: 'Half of a striped cushion', category: 'Cushions', price: '9' })
  await page.getByRole('button', { name: 'Publish' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.textContent(), PATIENCE).toMatch(PUBLISHED)
  await page.waitForLoadState('networkidle')
  expect(await heading.textContent()).toMatch(PUBLISHED)
  await page.getByRole('link', { name: 'View ad' }).waitFor()
})

test('a HEIC photo is uploaded as an upright JPEG without GPS data, and its decoder is loaded on demand', async () => {
  const { page } = anna
  await goOnline()
  const readers: string[] = []
  page.context().on('request', (request) => void (/heic|libheif/.test(request.url()) && readers.push(request.url())))
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(0, 1))
  await page.getByText('1 photo uploaded.').waitFor({ state: 'attached' })
  expect(readers).toEqual([])
  expect((await readFile(HEIC)).includes('FixturePhone')).toBe(true) // otherwise there would be nothing to lose
  await page.locator('input[type=file]').first().setInputFiles(HEIC)
  await page.getByText('2 photos uploaded.').waitFor({ state: 'attached', timeout: 60_000 })
  expect(readers.some((url) => url.includes('.wasm'))).toBe(true)

  await page.getByLabel('Title').fill('A square in two colours')
  await page.waitForURL('**/post?edit=*')
  const client = await signedInClient(page)
  const uprightPhotos = async () =>
    (await client.from('listing_photos').select('path').eq('width', 540).eq('height', 720)).data ?? []
  await expect.poll(async () => (await uprightPhotos()).length, PATIENCE).toBe(1)
  const [upright] = await uprightPhotos()
  const { data } = await client.storage.from('listing-photos').download(upright?.path ?? '')
  const stored = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
  const { format, exif } = await sharp(stored).metadata()
  expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined })
  expect(stored.includes('FixturePhone')).toBe(false)
  // The red stripe is at the top of the stored image; upright it is on the right.
  const colourAt = async (left: number, top: number) =>
    sharp(stored).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  const [[red = 0] = [], [, , blue = 0] = []] = [await colourAt(530, 600), await colourAt(10, 600)]
  expect(red).toBeGreaterThan(150)
  expect(blue).toBeGreaterThan(150)
})

test('a wanted ad needs no photo or price, and contact details in it are refused', async () => {
  const { page } = anna
  await goOnline()
  await page.goto('/post')
  await page.getByRole('button', { name: 'More ways' }).click()
  await page.getByRole('menuitem', { name: 'Post a wanted ad' }).click()
  await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
  await page.getByRole('button', { name: 'Place' }).click()
  await page.getByLabel('Town or area').fill('4000-123')
  await page.keyboard.press('Enter')
  await page.getByText(/^Type a town, for example \S/).waitFor()
  await fillAd(page, { title: 'Looking for a striped cushion', category: 'Cushions' })
  await page.getByLabel('Description').fill('Any colour, any size. Call me: 912 345 678, best after six.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alert').getByText('Remove the phone number from the description').waitFor()
  await page.getByLabel('Description').fill('Any colour, any size, as long as it has stripes.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Your ad is live' }).waitFor()
})

test('the later save from two tabs of the same ad is warned and does not overwrite', async () => {
  const { page: first } = anna
  const client = await signedInClient(first)
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
  await second.getByText('This ad was changed in another tab or device').first().waitFor()
  expect(await titleNow()).toBe('Looking for two striped cushions')
  expect(await second.getByLabel('Title').inputValue()).toBe('Looking for three striped cushions')

  await second.getByRole('button', { name: 'Open other version' }).click()
  await expect.poll(() => second.getByLabel('Title').inputValue(), PATIENCE).toBe('Looking for two striped cushions')
  await second.getByLabel('Title').fill('Looking for four striped cushions')
  await second.getByRole('button', { name: 'Save changes' }).click()
  await second.waitForURL('**/listing/*')
  expect(await titleNow()).toBe('Looking for four striped cushions')
  await second.close()
})

test('a similar ad starts with the text and photos of the old one, and a photo can be rotated', async () => {
  const { page } = anna
  const client = await signedInClient(page)
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
  await page.getByRole('button', { name: /^Photo 2 of/ }).click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('3 photos uploaded.').waitFor({ state: 'attached' })
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

test('a save that gets no answer says so while it waits, and is repeated', async () => {
  const { page } = anna
  await goOnline()
  let isHeld = true
  // The connection is cut without the browser knowing: the drafts are not waited for either.
  await page.route('**/rest/v1/listings*', (route) => (isHeld ? undefined : route.continue()))
  await page.goto('/post')
  // Less than the 10 s after which the request for them ends by itself.
  await page.getByLabel('Title').waitFor({ timeout: 8_000 })
  const given = page.waitForEvent('requestfailed', { predicate: (request) => request.method() === 'POST' })
  await page.getByLabel('Title').fill('Lamp of the cut connection')
  const notice = page.getByRole('status').getByText('No connection yet. Saved in this browser.')
  const first = await Promise.race([notice.waitFor().then(() => 'the notice'), given.then(() => 'the end of waiting')])
  expect(first).toBe('the notice')
  isHeld = false
  await page.getByText('Draft saved').waitFor({ timeout: 60_000 })
  await page.unroute('**/rest/v1/listings*')
  const client = await signedInClient(page)
  const { data } = await client.from('listings').select('title').eq('title', 'Lamp of the cut connection')
  expect(data).toHaveLength(1)
})

test('the start of a new ad lists all drafts', async () => {
  const { page } = anna
  const client = await signedInClient(page)
  const { data: drafts } = await client.from('listings').select('title').eq('state', 'draft').order('updated_at')
  expect(drafts?.length).toBeGreaterThan(2)
  await page.goto('/post')
  await page.getByRole('button', { name: `Show all ${drafts?.length} drafts` }).click()
  const listed = page.getByRole('region', { name: 'Drafts' }).getByRole('link')
  expect(await listed.count()).toBe(drafts?.length)
  const title = page.getByLabel('Title')
  const before = await title.boundingBox()
  await title.fill('Striped cushion')
  await page.getByText('Draft saved').waitFor()
  expect(await title.boundingBox(), 'typing moves the form').toEqual(before)
  expect(await listed.count()).toBe(drafts?.length)
  await listed.last().click()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe(drafts?.[0]?.title)
})

interface Ad {
  readonly title: string
  readonly category: string
  readonly price?: string
}

/** Fills in everything but photos and, optionally, a description; the category is the one suggested for the title. */
async function fillAd(page: Page, { title, category, price }: Ad): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('group', { name: 'Category' }).getByRole('button', { name: category }).click()
  if (price) await page.getByLabel('Price', { exact: true }).fill(price)
  await page.getByRole('button', { name: 'Place' }).click()
  await page.getByLabel('Town or area').fill('Vila Nova de G')
  await page.getByRole('option', { name: /Vila Nova de Gaia/ }).click()
  await page.getByText('More details').click()
  await page.getByLabel('Description').fill('Cotton, washed once, from a house without pets.')
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

async function signedInClient(page: Page, email = ANNA.email): Promise<SupabaseClient> {
  const { publishableKey } = JSON.parse((await page.locator('#app-config').textContent()) ?? '{}')
  const client = createClient(souk.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword({ email, password: ANNA.password })
  if (error) throw error
  return client
}
