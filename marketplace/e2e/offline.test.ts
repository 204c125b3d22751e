import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person, signIn } from './browser.ts'
import { COLOURS, noisePhoto } from './noise-photo.ts'
import { atRest, DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The app as it is installed: what its service worker keeps, for whom, and for how long. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let ines: Person

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  ines = await aPerson(souk.url, { keepsApp: true })
})
afterAll(async () => {
  await ines?.leave()
  await souk?.end()
  await folder?.remove()
})

test('without a connection the ads and threads that one has seen are there, others are not, and both are said', async () => {
  const { page, context } = ines
  await page.goto('/')
  // The worker is fetched a few seconds after the page and takes it over by itself.
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 60_000 }).toBe(true)
  await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
  await page.waitForURL('**/home')
  const seen = (await page.locator('main a[href^="/listing/"]').first().getAttribute('href')) ?? ''
  const title = await titleAt(seen)
  await page.goto('/messages')
  await page.locator('a[href^="/messages?c="]').first().click()
  const bubbles = page.getByRole('log').locator('.animate-message-in')
  await bubbles.last().waitFor()
  const thread = page.url()
  const words = (await bubbles.last().innerText()).trim()
  expect(words).not.toBe('')
  await atRest(page)

  await context.setOffline(true)
  await page.goto(seen)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('You are offline. This is what your browser kept.').waitFor()
  await page.goto(thread)
  await page.getByRole('log').getByText(words).first().waitFor()
  await page.goto('/listing/00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.setOffline(false)
  await page.goto('/home')
  await page.getByText('You are offline').waitFor({ state: 'detached' })
})

test('an ad begun without a connection is there after a reload, and goes up with its photos when there is one', async () => {
  const { page, context } = ines
  const paused = page.getByText('No connection. The upload goes on by itself when it is back.')
  await page.goto('/post')
  await atRest(page)
  await context.setOffline(true)
  const photo = {
    name: 'armchair.jpg',
    mimeType: 'image/jpeg',
    buffer: await noisePhoto(COLOURS[0] ?? { r: 0, g: 0, b: 0 }),
  }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await page.getByLabel('Title').fill('Armchair from under the stairs')
  await paused.waitFor({ state: 'attached' })

  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Armchair from under the stairs')
  await paused.waitFor({ state: 'attached' })
  await context.setOffline(false)
  await page.getByText('1 photo is uploaded.').waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForURL('**/post?edit=*', { timeout: 60_000 })
  await page.goto('/home')
})

test('whoever signs out leaves nothing of theirs in the browser', async () => {
  const { page } = ines
  const kept = () =>
    page.evaluate<string[]>(
      `caches.open('answers').then(async (answers) => (await answers.keys()).map(({ url }) => url))`,
    )
  expect((await kept()).filter((url) => url.includes('/rest/v1/conversations')).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth')
  await expect.poll(async () => (await kept()).filter((url) => !url.includes('__asker=visitor'))).toEqual([])
})

test('what is installed carries the name of the market and icons that systems take', async () => {
  const { page } = ines
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Souk')
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
  expect((await page.request.get('/icons/elsewhere.png')).status()).toBe(404)
})

async function titleAt(path: string): Promise<string> {
  await ines.page.goto(path)
  await atRest(ines.page)
  return (await ines.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}
