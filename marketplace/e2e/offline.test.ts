import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { COLOURS, noisePhoto } from './noise-photo.ts'
import { DEMO_SELLER, waitUntilStable } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The installed app: what its service worker caches, for which user, and for how long. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let ines: BrowserUser

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  ines = await newBrowserUser(souk.url, { keepsApp: true })
})
afterAll(async () => {
  await ines?.leave()
  await souk?.end()
  await folder?.remove()
})

test('offline, viewed ads and threads are available, and others are reported as unavailable', async () => {
  const { page, context } = ines
  await page.goto('/')
  // The worker claims the page and then caches the app within a few seconds.
  await expect.poll(() => isAppCached(page), { timeout: 60_000 }).toBe(true)
  await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
  await page.waitForURL('**/home')
  const seen = (await page.locator('main a[href^="/listing/"]').first().getAttribute('href')) ?? ''
  const title = await publicTitleAt(seen)
  await page.goto('/messages')
  await page.locator('a[href^="/messages?c="]').first().click()
  const bubbles = page.getByRole('log').locator('.animate-message-in')
  await bubbles.last().waitFor()
  const thread = page.url()
  const words = (await bubbles.last().innerText()).trim()
  expect(words).not.toBe('')
  await waitUntilStable(page)

  await context.setOffline(true)
  await page.goto(seen)
  await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain(title)
  await page.getByText('You’re offline. This page may be out of date.').waitFor()
  await page.goto(thread)
  await page.getByRole('log').getByText(words).first().waitFor()
  await page.goto('/listing/00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.setOffline(false)
  await page.goto('/home')
  await page.getByText('You’re offline').waitFor({ state: 'detached' })
})

test('offline, every page is served from cache or shows an error with a retry button', async () => {
  const newcomer = await newBrowserUser(souk.url, { keepsApp: true, phone: true })
  const { page, context } = newcomer
  // On the first visit the worker claims a page that it did not serve, before it has cached any file.
  await page.goto('/')
  const worker = () =>
    page.evaluate(
      `caches.match('/contact').then((shell) => [navigator.serviceWorker.controller !== null, shell ?? 'no files'])`,
    )
  await expect.poll(worker, { timeout: 60_000 }).toEqual([true, 'no files'])
  await context.setOffline(true)
  await page.goto('/browse')
  await expectOfflineState(page)
  await page.getByRole('banner').getByRole('link', { name: 'Souk' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Everything for sale' }).waitFor()

  await page.goto('/')
  await expect.poll(() => isAppCached(page), { timeout: 60_000 }).toBe(true)
  const ad = (await page.locator('main a[href^="/listing/"]').first().getAttribute('href')) ?? ''
  await context.setOffline(true)
  await page.goto('/')
  await page.locator('main a[href^="/listing/"]').filter({ visible: true }).first().waitFor()
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(500)
  const banner = await page.getByText('You’re offline. This page may be out of date.').boundingBox()
  expect(banner?.y).toBe(0)

  // Through a link, which the app handles by client-side navigation.
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Browse' }).click()
  await expectOfflineState(page)
  // The page says so itself.
  await page.getByText('You’re offline. This page may be out of date.').waitFor({ state: 'hidden' })
  for (const path of [ad, '/browse?q=boots', '/categories', '/auth', '/post', '/terms', '/contact', '/dashboard']) {
    await page.goto(path)
    await expectOfflineState(page)
  }
  await page.goto('/help/safety')
  await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain('Staying safe')
  // Failed data loads once the connection is back.
  await page.goto(ad)
  await expectOfflineState(page)
  await page.getByRole('link', { name: 'See saved ads and messages' }).waitFor()
  await context.setOffline(false)
  await page
    .getByRole('button', { name: /^Message/ })
    .first()
    .waitFor()
  await newcomer.leave()
})

test('a read is retried once on network failure and 503, then offers a retry button', async () => {
  const { page, leave } = await newBrowserUser(souk.url)
  const tries = new Map<string, number[]>()
  let answer: 'cut' | 'busy' = 'cut'
  await page.goto('/help')
  await waitUntilStable(page)
  await page.route('**/rest/v1/**', async (route) => {
    const asked = `${answer} ${route.request().method()} ${route.request().url()}`
    tries.set(asked, [...(tries.get(asked) ?? []), performance.now()])
    if (answer === 'cut') return route.abort('connectionfailed')
    return route.fulfill({ status: 503, headers: { 'retry-after': '3' }, json: { code: 'PGRST003', message: 'busy' } })
  })
  const failsAt = async (link: string) => {
    const before = performance.now()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    return performance.now() - before
  }
  expect(await failsAt('Browse')).toBeLessThan(6000)
  expect(await failsAt('Categories')).toBeLessThan(6000)
  answer = 'busy'
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.poll(() => [...tries.keys()].filter((asked) => asked.startsWith('busy')).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await expect
    .poll(() => [...tries].filter(([asked, at]) => asked.startsWith('busy') && at.length === 2).length, {
      timeout: 10_000, // another request of the page may have failed before the retry, which comes after 3 s
    })
    .toBeGreaterThan(0)

  expect(tries.size).toBeGreaterThan(3)
  expect([...tries].filter(([, at]) => at.length > 2)).toEqual([])
  for (const [asked, [first = 0, second = Infinity]] of tries)
    if (asked.startsWith('busy')) expect(second - first, asked).toBeGreaterThan(2900)
  await leave()
})

test('an ad started offline survives a reload and uploads its photos once online', async () => {
  const { page, context } = ines
  const paused = page.getByText('No connection. Uploads resume when you’re back online.')
  await page.goto('/post')
  await waitUntilStable(page)
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
  await page.getByText('1 photo uploaded.').waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForURL('**/post?edit=*', { timeout: 60_000 })
  await page.goto('/home')
})

test('signing out removes all user data from the browser', async () => {
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

test('the installed app has the market’s name and icons of the required sizes', async () => {
  const { page } = ines
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Souk')
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
  expect((await page.request.get('/icons/elsewhere.png')).status()).toBe(404)
})

/** The shell is cached last. */
function isAppCached(page: Page): Promise<boolean> {
  return page.evaluate(`caches.match('/contact').then((shell) => shell !== undefined)`)
}

/** The error or empty state, with nothing still loading. */
async function expectOfflineState(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.getByText('You’re offline', { exact: true }).first().waitFor()
  await expect.poll(() => page.locator('main .skeleton-fill, main .spinner-arch').count()).toBe(0)
}

/** The visible text, which a failed assertion prints. */
function visibleText(page: Page): Promise<string> {
  return page.locator('body').innerText()
}

async function publicTitleAt(path: string): Promise<string> {
  await ines.page.goto(path)
  await waitUntilStable(ines.page)
  return (await ines.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}
