import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person, signUp } from './browser.ts'
import { bandsOf, COLOURS, noisePhoto } from './noise-photo.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Photos on their way to the server, with everything that may happen to them there. One person, one server. */
const NO_DEMO = { DEMO: '0' }
const ANNA = { firstName: 'Anna', lastName: 'Arco', email: 'anna@example.com', password: 'quiet-lantern-42' }
/** So slow that there is time to cut, reload and kill in the middle of a picture. */
const SLOW = { uploadThroughput: 300_000 }
const PATIENCE = { timeout: 60_000, interval: 50 }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let anna: Person
let network: CDPSession
let pictures: string
const photos: string[] = []

beforeAll(async () => {
  folder = await privateFolder()
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

test('photos survive a lost connection, a reload and kill -9 of the server: whole, once each, in their order', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos)
  await page.getByLabel('Title').fill('Three striped cushions')

  const begun = await uploadInTheMiddle()
  await goOffline()
  await page.getByText('Waiting to go on').first().waitFor()
  await goOnline(SLOW)
  await grows(begun)

  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Three striped cushions')
  expect(await tiles(page).count()).toBe(3)
  await grows(begun)

  await souk.end('SIGKILL')
  souk = await startSouk(folder.path, { ...NO_DEMO, PORT: new URL(souk.url).port })
  // Nothing was thrown away on the way: the bytes from before the crash are still there and count.
  expect((await partsUnderWay()).get(begun.id)).toBeGreaterThanOrEqual(begun.bytes)
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
  expect((await partsUnderWay()).size).toBe(0)
})

test('a photo that is taken away in the middle takes its part on the server along', async () => {
  const { page } = anna
  await goOnline(SLOW)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photos.slice(0, 1))
  await uploadInTheMiddle()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()

  await expect.poll(async () => (await partsUnderWay()).size, PATIENCE).toBe(0)
  expect(await tiles(page).count()).toBe(0)
  // While the server was gone the browser said so; the page itself has nothing to complain of.
  expect(anna.complaints.filter((line) => !line.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})

async function goOnline(limits: Partial<typeof SLOW> = {}): Promise<void> {
  const whole = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...whole, ...limits })
}

async function goOffline(): Promise<void> {
  const none = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }
  await network.send('Network.emulateNetworkConditions', none)
}

interface Part {
  readonly id: string
  readonly bytes: number
}

/** What the server has of unfinished uploads, in bytes by the upload's id. */
async function partsUnderWay(): Promise<Map<string, number>> {
  const parts = join(folder.path, 'storage/tus')
  const names = await readdir(parts).catch(() => [])
  const sizes = names
    .filter((name) => !name.endsWith('.json'))
    // It may be finished and gone between the two looks.
    .map(
      async (name) =>
        [
          name,
          await stat(join(parts, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ] as const,
    )
  return new Map(await Promise.all(sizes))
}

/** Waits until the server has some of a picture, and not all of it. */
async function uploadInTheMiddle(): Promise<Part> {
  let middle: Part | undefined
  await expect
    .poll(async () => {
      for (const [id, bytes] of await partsUnderWay()) {
        const said = await readFile(join(folder.path, 'storage/tus', `${id}.json`), 'utf8').catch(() => '{}')
        const { size = 0 } = JSON.parse(said) as { size?: number }
        if (bytes > size * 0.15 && bytes < size * 0.6) middle = { id, bytes }
      }
      return middle !== undefined
    }, PATIENCE)
    .toBe(true)
  if (!middle) throw new Error('No upload was seen in the middle.')
  return middle
}

/** Waits until the same upload has more of its picture than before: it went on where it was. */
async function grows({ id, bytes }: Part): Promise<void> {
  await expect.poll(async () => (await partsUnderWay()).get(id) ?? 0, PATIENCE).toBeGreaterThan(bytes)
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
