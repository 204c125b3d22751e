import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, publishableKeyOf, type SoukProcess, startSouk } from './souk-process.ts'

/** Search: URL state, filters, the map, and empty results. */
let souk: SoukProcess
let visitor: BrowserUser
let folder: Awaited<ReturnType<typeof privateFolder>>

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  visitor = await newBrowserUser(souk.url)
  // The same on every machine: this browser renders no maps, and pages must work without.
  await visitor.context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
})
afterAll(async () => {
  await visitor?.leave()
  await souk?.end()
  await folder?.remove()
})

const searchParams = (page: Page) => new URL(page.url()).searchParams
const chips = (page: Page) => page.getByRole('button', { name: /^Remove filter/ })
/** For updates that take a moment, with room for a slow machine. */
const expectSoon = (read: () => unknown) => expect.poll(read, { timeout: 20_000 })
const labelsOf = (buttons: Locator) => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
const showAs = (page: Page, view: string) => page.getByRole('group', { name: 'Show as' }).getByText(view).click()
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

describe('the URL of /browse', () => {
  test('contains every filter and reopens the same search', async () => {
    const { page } = visitor
    await page.goto('/browse?category=shoes-bags')
    const rail = filters(page)
    await rail.getByRole('checkbox', { name: /^Good/ }).check()
    await expectSoon(() => searchParams(page).get('condition')).toBe('good')
    const highest = rail.getByRole('textbox', { name: 'Highest price' })
    await highest.fill('80')
    await highest.press('Enter')
    await expectSoon(() => searchParams(page).get('price_max')).toBe('80')
    const colour = rail.getByRole('group', { name: 'Colour' })
    await colour.getByRole('checkbox').first().check()
    await expectSoon(() => [...searchParams(page).keys()]).toContain('attr.colour')
    await rail.getByText('Exclude words').click()
    await rail.getByLabel('Exclude ads with').fill('broken, scratched')
    await rail.getByLabel('Exclude ads with').press('Enter')
    await expectSoon(() => searchParams(page).get('exclude')).toBe('broken scratched')
    await showAs(page, 'List')
    await expectSoon(() => searchParams(page).get('view')).toBe('list')
    await expectSoon(() => chips(page).count()).toBe(6)

    const shared = page.url()
    const names = await labelsOf(chips(page))
    expect(names).toContain('Remove filter Colour')
    const other = await visitor.context.newPage()
    await other.goto(shared)
    await chips(other).first().waitFor()
    await expectSoon(() => chips(other).count()).toBe(6)
    await expectSoon(() => labelsOf(chips(other))).toEqual(names)
    expect(await other.getByRole('radio', { name: 'List' }).isChecked()).toBe(true)
    await other.getByRole('button', { name: 'Clear all' }).last().click()
    await expectSoon(() => [...searchParams(other).keys()]).toEqual(['view'])
    await other.goBack()
    await expectSoon(() => chips(other).count()).toBe(6)
    await other.close()
  })

  test('accepts a suggested town, and a distance set with the keyboard', async () => {
    const { page } = visitor
    await page.goto('/browse')
    const rail = filters(page)
    // An unknown town is reported while the field still has the focus.
    for (const typed of ['1100-341', 'Nowhereville']) {
      await rail.getByLabel('Town or area').fill(typed)
      await rail.getByText(/^Type a town, for example \S/).waitFor()
    }
    await rail.getByLabel('Town or area').fill('evora')
    await page.getByRole('option', { name: /Évora/ }).first().waitFor()
    await rail.getByLabel('Town or area').press('ArrowDown')
    await rail.getByLabel('Town or area').press('Enter')
    await expectSoon(() => searchParams(page).get('place')).toContain('vora')
    expect(Number(searchParams(page).get('lat'))).toBeCloseTo(38.57, 1)
    expect(searchParams(page).get('radius')).toBe('10')
    await rail.getByRole('slider', { name: 'Distance' }).focus()
    await page.keyboard.press('End')
    await expectSoon(() => searchParams(page).get('radius')).toBeNull()
  })

  test('ignores unknown parameters and says so', async () => {
    const { page } = visitor
    await page.goto('/browse?q=boots&colour=blue&price_min=cheap&attr.nonsense=1&utm_source=mail')
    const notice = page.getByText('We ignored part of this link')
    await notice.filter({ hasText: 'attr.nonsense' }).waitFor()
    const words = (await notice.textContent()) ?? ''
    expect(words).toContain('colour')
    expect(words).toContain('price_min')
    expect(words).not.toContain('utm_source')
    expect(await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').count()).toBeGreaterThan(0)

    await page.goto('/browse?category=no-such-stall&attr.size=37&price_max=500')
    await notice.filter({ hasText: 'category' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Everything for sale' }).waitFor()
    await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').first().waitFor()
    expect(await labelsOf(chips(page))).toEqual(['Remove filter Price'])
    await page.goto('/browse?category=lamps&attr.horsepower=37')
    await notice.filter({ hasText: 'attr.horsepower' }).waitFor()
    await expectSoon(() => labelsOf(chips(page))).toEqual(['Remove filter Category'])
  })

  test('reports search terms without any word', async () => {
    const { page } = visitor
    await page.goto(`/browse?q=${encodeURIComponent('🦥 !?')}`)
    await page.getByText('“🦥 !?” has no words to search for. Showing all ads.').waitFor()
    await page.goto('/browse?q=boots')
    await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').first().waitFor()
    expect(await page.getByText('has no words to').count()).toBe(0)
  })
})

test('more ads load below without scrolling the window, and keyboard focus moves to the first of them', async () => {
  const { page } = visitor
  await page.goto('/browse')
  const ads = page.getByRole('list', { name: 'Ads found' }).getByRole('article')
  const more = page.getByRole('link', { name: 'Show 16 more' })
  await more.focus()
  const before = (await page.evaluate('scrollY')) as number
  expect(before).toBeGreaterThan(400)
  await page.keyboard.press('Enter')
  await expectSoon(() => ads.count()).toBe(32)
  await expectSoon(() => ads.nth(16).locator('a:focus').count()).toBe(1)
  expect(await page.evaluate('scrollY')).toBeGreaterThanOrEqual(before)
  expect(searchParams(page).get('page')).toBe('2')
  const read = (await ads.nth(20).getByRole('link').textContent()) ?? ''
  await ads.nth(20).getByRole('link').click()
  await page.waitForURL('**/listing/*')
  await page.goBack()
  await expectSoon(() => ads.nth(20).getByRole('link').textContent()).toBe(read)
  await expectSoon(() => page.evaluate('scrollY')).toBeGreaterThan(before)
})

test('an empty result names the filter to blame, and one tap removes it', async () => {
  const { page } = visitor
  await page.goto('/browse?q=boots&price_max=1')
  await page.getByRole('heading', { name: 'No “boots” right now.' }).waitFor()
  await page.getByText('Price leaves no results.').waitFor()
  await page.getByRole('link', { name: /^Without Up to €1 \(\d+\)$/ }).click()
  await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').first().waitFor()
  expect(searchParams(page).toString()).toBe('q=boots')
})

test('the map is shown next to the list of its ads, and without WebGL the list is enough', async () => {
  const { page } = visitor
  await page.goto('/browse?place=Gra%C3%A7a%2C+Lisbon&radius=25')
  const list = page.getByRole('list', { name: 'Ads found' })
  await list.getByRole('listitem').first().waitFor()
  const before = await list.getByRole('article').count()
  await showAs(page, 'Map')
  await page.getByRole('region', { name: 'Map of the ads found' }).getByText('Your browser can’t show maps').waitFor()
  expect(await list.getByRole('article').count()).toBe(before)
  expect(searchParams(page).get('view')).toBe('map')
})

test('the map area is in the URL and can be removed like any filter', async () => {
  const { page } = visitor
  await page.goto('/browse?q=lamp&box=-9.2,38.6,-9.05,38.85')
  await page.getByRole('heading', { level: 1, name: /in this area$/ }).waitFor()
  await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'Remove filter Map' }).click()
  await expectSoon(() => searchParams(page).toString()).toBe('q=lamp')
})

test('map and list stay in sync: clusters split, and the map counts what the list finds', async ({ skip }) => {
  const reader = await newBrowserUser(souk.url)
  onTestFinished(reader.leave)
  const { page } = reader
  await page.goto('/browse?view=map&place=Lisbon&lat=38.72&lng=-9.14&radius=25')
  if (await page.evaluate("!document.createElement('canvas').getContext('webgl2')")) skip('no WebGL on this machine')
  const map = page.getByRole('region', { name: 'Map of the ads found', exact: true })
  const clusters = map.getByRole('button', { name: / ads(\. Zoom in| here)$/ })
  const pins = map.getByRole('button', { name: /^(€[\d,.]+|Free|Wanted|Swap), / })
  const onMap = async () => {
    const counts = (await labelsOf(clusters)).map((name) => Number.parseInt(name ?? '', 10))
    return counts.reduce((sum, count) => sum + count, 0) + (await pins.count())
  }
  const total = page.getByRole('status').filter({ hasText: /^\d+ items?/ })
  const inList = async () => Number.parseInt((await total.textContent()) ?? '', 10)
  await clusters.first().waitFor({ timeout: 60_000 })
  const all = await inList()
  await expectSoon(onMap).toBe(all)

  // With the keyboard: the largest cluster splits, and the list follows.
  const apart = async () => (await clusters.count()) + (await pins.count())
  await map
    .getByRole('button', { name: /ads\. Zoom in$/ })
    .first()
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: /in this area$/ }).waitFor({ timeout: 60_000 })
  expect(searchParams(page).get('box')).toMatch(/^-?[\d.]+(,-?[\d.]+){3}$/)
  await expect.poll(apart, { timeout: 60_000 }).toBeGreaterThan(1)
  await expect.poll(async () => (await onMap()) - (await inList()), { timeout: 60_000 }).toBe(0)
  expect(await inList()).toBeLessThanOrEqual(all)
  await expectAccessible(page, 'light', 'map')

  // The map keeps its position: reloaded at the same window size, it shows the same area.
  const [split] = await labelsOf(clusters.or(pins))
  await page.reload()
  await map
    .getByRole('button', { name: split ?? '', exact: true })
    .first()
    .waitFor({ timeout: 60_000 })

  // Hovering a card marks its pin.
  await page.getByRole('list', { name: 'Ads found' }).getByRole('link').first().hover()
  await expectSoon(() => map.locator('button[aria-current=true]').count()).toBe(1)

  // Another theme re-renders the map; its pins stay clickable.
  await map.locator('canvas').evaluate((canvas) => canvas.setAttribute('data-light', ''))
  await page.emulateMedia({ colorScheme: 'dark' })
  await map.locator('canvas:not([data-light])').waitFor({ timeout: 60_000 })
  await map
    .getByRole('button', { name: split ?? '', exact: true })
    .first()
    .click({ trial: true, timeout: 60_000 })

  const before = searchParams(page).get('box')
  await map.getByRole('switch', { name: 'Search as I move' }).uncheck()
  await map.getByRole('button', { name: 'Zoom out' }).click()
  await map.getByRole('button', { name: 'Search this area' }).click({ timeout: 60_000 })
  await expect.poll(() => searchParams(page).get('box'), { timeout: 60_000 }).not.toBe(before)

  // On a phone the same ads overlay the map, and the list is one tap away.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('list', { name: 'Ads on the map' }).getByRole('link').first().waitFor()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expectSoon(() => searchParams(page).get('view')).toBeNull()
})

test('two to four saved ads can be compared side by side', async () => {
  const headers = await sellerHeaders(souk.url)
  const ids = [await postWantedAd(souk.url, undefined, 'Looking for a brass lamp'), await postWantedAd(souk.url)]
  const save = { method: 'POST', headers, body: JSON.stringify(ids.map((listing_id) => ({ listing_id }))) }
  expect((await fetch(`${souk.url}/rest/v1/favorites`, save)).status).toBe(201)
  const seller = await newBrowserUser(souk.url)
  onTestFinished(seller.leave)
  const { page } = seller
  await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
  await page.waitForURL('**/home')
  await page.goto('/dashboard?tab=saved')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const compare = page.getByRole('button', { name: 'Compare' })
  await page.getByRole('checkbox', { name: 'Compare Looking for a brass lamp' }).first().check()
  expect(await compare.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Compare Looking for a floor lamp' }).first().check()
  await compare.click()
  const table = page.getByRole('dialog', { name: 'Compare' }).getByRole('table')
  await table.getByRole('columnheader', { name: 'Looking for a floor lamp' }).waitFor()
  expect(await table.getByRole('columnheader').count()).toBe(2)
  await expectAccessible(page, 'light', 'compare')
  expect(
    await table
      .getByRole('row', { name: /^Price/ })
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['€20', '€20'])
})

test('the heart in the header shows guests the ads they saved in this browser', async () => {
  const { page, leave } = await newBrowserUser(souk.url)
  await page.goto('/browse')
  const heart = page
    .locator('main')
    .getByRole('button', { name: /^Save (?!search)/ })
    .first()
  const title = (await heart.getAttribute('aria-label'))?.replace('Save ', '') ?? ''
  await heart.click()
  await page.getByRole('banner').getByRole('link', { name: 'Saved' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saved' }).waitFor()
  await page.getByRole('list', { name: 'Saved' }).getByText(title).first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
  await page.waitForURL('**/dashboard?tab=saved')
  await page.getByRole('main').getByRole('link', { name: title }).first().waitFor()
  expect(await page.evaluate('localStorage.getItem("favorites")')).toBeNull()
  await leave()
})

test('on a phone Back closes an overlay and leaves the page only after that', async () => {
  const { page, leave } = await newBrowserUser(souk.url, { phone: true })
  await page.goto('/help')
  await page.goto('/browse?category=shoes-bags&lang=en')
  expect(await page.getByText('We ignored part of this link').count()).toBe(0)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await sheet.waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/browse')

  await page.getByRole('button', { name: 'Filters' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  await expectSoon(() => page.evaluate('history.state?.overlay ?? null')).toBeNull()

  // Filters stay set and are a single history entry, however the sheet is closed.
  for (const closeSheet of [
    () => page.goBack(),
    // Not "Show 3 more" of a filter. While ads are being counted it says "Show results".
    () => sheet.getByRole('button', { name: /^Show (results|[\d,]+ items?)$/ }).click(),
  ]) {
    await page.getByRole('button', { name: 'Filters' }).click()
    await sheet.getByRole('button', { name: 'Good', exact: true }).click()
    await sheet.getByRole('link', { name: /^Trainers/ }).click()
    await expectSoon(() => searchParams(page).get('category')).toBe('trainers')
    await closeSheet()
    await sheet.waitFor({ state: 'detached' })
    await expectSoon(() => page.evaluate('history.state?.overlay ?? null')).toBeNull()
    expect([searchParams(page).get('category'), searchParams(page).get('condition')]).toEqual(['trainers', 'good'])
    await expectSoon(() => chips(page).count()).toBe(2)
    await page.goBack()
    await expectSoon(() => searchParams(page).toString()).toBe('category=shoes-bags&lang=en')
    await expectSoon(() => chips(page).count()).toBe(1)
  }
  await page.goBack()
  await expectSoon(() => new URL(page.url()).pathname).toBe('/help')
  await leave()
})

test('a newly loaded page starts at the top, and a reload keeps the scroll position', async () => {
  const { page } = visitor
  const scrolled = () => page.evaluate<number>('Math.round(scrollY)')
  await page.goto('/browse')
  await page.locator('main a[href^="/listing/"]').nth(8).waitFor()
  await page.evaluate('scrollTo(0, 700)')
  await expectSoon(scrolled).toBe(700)
  await page.goto('/categories')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await scrolled()).toBe(0)
  await page.goto('/browse')
  await page.locator('main a[href^="/listing/"]').nth(8).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await scrolled()).toBe(0)
  await page.evaluate('scrollTo(0, 700)')
  await expectSoon(scrolled).toBe(700)
  await page.reload()
  await expectSoon(scrolled).toBe(700)
})

test('Enter sends the first message, which takes a guest to sign-in', async () => {
  const { page, leave } = await newBrowserUser(souk.url)
  await page.goto('/browse')
  await page.locator('main a[href^="/listing/"]').first().click()
  await page
    .getByRole('button', { name: /^Message/ })
    .first()
    .click()
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Your message' })
  await field.fill('Is it still')
  await field.press('Shift+Enter')
  await field.pressSequentially('for sale?')
  expect(await field.inputValue()).toBe('Is it still\nfor sale?')
  await field.press('Enter')
  await page.waitForURL('**/auth')
  await leave()
})

test('an empty category says so, offers an alert for the first ad, and shows new ads nearby', async () => {
  const { page } = visitor
  await page.goto('/browse?category=tvs')
  await page.getByRole('heading', { name: 'Nothing in TVs & projectors yet' }).waitFor()
  await page.getByRole('region', { name: 'New in Audio, TV & photo' }).getByRole('article').first().waitFor()
  expect(await page.getByRole('button', { name: 'Tell me when there’s one' }).count()).toBe(1)
  // If a filter is set, the filter may be the reason for the empty result.
  await page.goto('/browse?category=tvs&price_max=50')
  await page.getByRole('heading', { name: 'No ads match your search' }).waitFor()
})

test('home asks for the location once, then searches nearby and suggests recent searches', async () => {
  const { page } = visitor
  await page.goto('/')
  // The town used by another test, with few ads around it.
  await page.evaluate('localStorage.removeItem("place")')
  await page.goto('/')
  const main = page.getByRole('main')
  const question = main.getByRole('region', { name: 'Where are you?' })
  await question.getByRole('button', { name: 'Town or area' }).click()
  const picker = page.getByRole('dialog', { name: 'Where are you?' })
  await picker.getByLabel('Town or area').fill('graç')
  await picker.getByRole('option', { name: /Graça, Lisbon/ }).click()
  await main.getByRole('heading', { name: 'Near Graça' }).waitFor()
  expect(await question.count()).toBe(0)
  const where = main.getByRole('button', { name: 'Location: Graça, Lisbon' })
  await where.click()
  await picker.getByRole('button', { name: '2 km', exact: true }).click()
  await page.keyboard.press('Escape')
  const words = main.getByRole('combobox', { name: 'Search ads' })
  await words.fill('wooden table')
  await words.press('Enter')
  await expectSoon(() => searchParams(page).get('radius')).toBe('2')
  expect(searchParams(page).get('place')).toBe('Graça, Lisbon')

  await page.goto('/')
  await where.click()
  await picker.getByRole('button', { name: 'Search everywhere' }).click()
  await page.keyboard.press('Escape')
  // Asked again, and from the first paint on.
  await page.reload({ waitUntil: 'commit' })
  await question.waitFor()
  expect(await page.evaluate('document.documentElement.dataset.placed')).toBeUndefined()
  await question.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await main.getByRole('heading', { name: 'Newest everywhere' }).waitFor()
  expect(await question.count()).toBe(0)
  await words.fill('wooden table')
  await words.press('Enter')
  await expectSoon(() => searchParams(page).toString()).toBe('q=wooden+table')
  await page.getByRole('list', { name: 'Ads found' }).getByRole('listitem').first().waitFor()

  await page.goto('/')
  await words.focus()
  const before = main.getByRole('group', { name: 'Recent searches' })
  await before.getByRole('option', { name: 'wooden table' }).waitFor()
  await words.press('ArrowDown')
  await words.press('Enter')
  await expectSoon(() => searchParams(page).get('q')).toBe('wooden table')
  await page.goto('/')
  await words.focus()
  await before.getByRole('option', { name: 'Clear recent searches' }).click()
  await expectSoon(() => page.evaluate('localStorage.getItem("searches")')).toBeNull()
})

test('viewed ads can be hidden, and ads published meanwhile load with one tap', async () => {
  const { page } = visitor
  await page.goto('/browse?type=wanted')
  const list = page.getByRole('list', { name: 'Ads found' })
  await list.getByRole('listitem').first().waitFor()
  const all = await list.getByRole('listitem').count()
  await list.getByRole('link').first().click()
  await page.waitForURL('**/listing/*')
  await expectSoon(() => page.evaluate('JSON.parse(localStorage.getItem("seen") ?? "[]").length')).toBe(1)
  await page.goto('/browse?type=wanted&hide_seen=1')
  await page.getByText('1 ad you’ve seen is hidden.').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(all - 1)
  await page.getByText(/^\d+ items?, plus 1 you’ve seen$/).waitFor()

  await page.waitForLoadState('networkidle') // only ads after the first visit count as new
  const title = await publishWanted(souk.url)
  // As on returning to the tab: the page refetches immediately.
  await expect
    .poll(
      async () => {
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
        return page.getByRole('button', { name: /^Show \d+ new ads?$/ }).count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  await page.getByRole('button', { name: /^Show \d+ new ads?$/ }).click()
  await list.getByText(title).waitFor()
})

test('an empty search offers a next step and hides filters with no results', async () => {
  const { page } = visitor
  await page.goto('/browse?q=zzzzqqq')
  await page.getByRole('heading', { name: 'No “zzzzqqq” right now.' }).waitFor()
  await page.getByRole('button', { name: 'Tell me when there’s one' }).waitFor()
  await expectSoon(() => page.getByRole('list', { name: 'Just in' }).getByRole('article').count()).toBe(5)
  expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0)
})

test('an unavailable model is reported with its category, and near matches say how they differ', async () => {
  const { page } = visitor
  await page.goto('/browse?q=Fernseher')
  await page.getByRole('heading', { name: 'No “Fernseher” right now.' }).waitFor()
  await page.getByRole('button', { name: 'Tell me when there’s one' }).waitFor()
  const category = page.getByRole('link', { name: 'See all in TVs & projectors' })
  expect(await category.getAttribute('href')).toContain('category=tvs')
  await page.goto('/browse?q=purple+sofa')
  await page.getByRole('heading', { name: 'No “purple sofa” right now.' }).waitFor()
  const close = page.getByRole('region', { name: 'Close to what you’re looking for' })
  await close.getByText('Without “purple”').first().waitFor()
})

test('a price in the search terms becomes a filter', async () => {
  const { page } = visitor
  await page.goto('/browse?q=boots+under+200')
  await expectSoon(() => searchParams(page).toString()).toBe('q=boots&price_max=200')
})

test("the list shows an ad's condition, and reading an ad aloud stops when leaving its page", async () => {
  const { page } = visitor
  await page.goto('/browse?view=list&q=fringed+suede+boots')
  const row = page.getByRole('list', { name: 'Ads found' }).getByRole('article').first()
  const words = row.getByText(/^Worn three times, bought in Madrid/)
  await words.waitFor()
  // The text takes up most of the middle of the row.
  const widths = await Promise.all([words, row].map(async (part) => (await part.boundingBox())?.width ?? 0))
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeGreaterThan(0.4)

  // A headless browser has no voices: the spoken text is recorded.
  await page.addInitScript(`
    window.heard = []
    speechSynthesis.speak = ({ text }) => heard.push(text)
    speechSynthesis.cancel = () => heard.push('(stop)')
  `)
  await row.getByRole('link').first().click()
  await page.waitForURL('**/listing/*')
  await page.reload()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await page.getByRole('button', { name: 'Stop reading' }).waitFor()
  const heard = () => page.evaluate<string[]>('heard')
  expect((await heard()).slice(0, 3)).toEqual([
    '(stop)',
    'Fringed suede boots, cream, EU 38',
    expect.stringMatching(/^Worn three times/),
  ])
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expectSoon(async () => (await heard()).at(-1)).toBe('(stop)')
})

test('a search lists a sold ad first and only once, followed by available ads', async () => {
  const { page } = visitor
  await page.goto(`/listing/${await findSoldAd(souk.url)}`)
  const sold = page.getByRole('main').getByText('Sold', { exact: true })
  await sold.waitFor()
  expect(await sold.count()).toBe(1)
  const title = page.getByRole('heading', { level: 1 })
  expect((await title.boundingBox())?.y).toBeLessThan(300)
  await page.getByRole('button', { name: 'Tell me about similar ones' }).waitFor()
  await page.getByRole('link', { name: 'See the ad' }).click()
  await expectSoon(async () => (await page.locator('#ad').boundingBox())?.y).toBeLessThan(200)
})

test('an ad that never existed, was removed or is live shows three different pages', async () => {
  const { page } = visitor
  await page.goto(`/listing/${randomUUID()}`)
  await page.getByRole('heading', { level: 1, name: 'No ad at this address' }).waitFor()

  const id = await postWantedAd(souk.url, 'delete_listing')
  await page.goto(`/listing/${id}`)
  await page.getByRole('heading', { level: 1, name: 'This ad is no longer available' }).waitFor()
  await page.getByRole('link', { name: 'See all lamps' }).waitFor()
})

/** A sold ad of the demo market. */
async function findSoldAd(url: string): Promise<string> {
  const apikey = await publishableKeyOf(url)
  const answer = await fetch(`${url}/rest/v1/listings?select=id&state=eq.sold&order=id&limit=1`, {
    headers: { apikey },
  })
  const [ad] = (await answer.json()) as { id: string }[]
  if (!ad) throw new Error('the demo market has sold nothing')
  return ad.id
}

/** Signs the demo market's seller in through the API. */
async function sellerHeaders(url: string): Promise<Record<string, string>> {
  const apikey = await publishableKeyOf(url)
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_SELLER),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  return {
    apikey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
  }
}

const WANTED = {
  category: 'lamps',
  type: 'wanted',
  description: 'For a reading corner: any colour, it must still light up.',
  price_minor: 2000,
  price_type: 'fixed',
  area: 'Graça',
  city: 'Lisbon',
  country: 'PT',
  lat: 38.718,
  lng: -9.129,
  delivery: 'pickup',
}

/** Publishes a wanted ad, which needs no photo, and runs a callback with its id. Resolves to the id. */
async function postWantedAd(url: string, verb?: string, title = 'Looking for a floor lamp'): Promise<string> {
  const headers = await sellerHeaders(url)
  const call = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/rest/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const [ad] = (await call('listings?select=id', { ...WANTED, title })) as { id: string }[]
  const listing_id = ad?.id ?? ''
  await call('rpc/publish_listing', { listing_id })
  if (verb) await call(`rpc/${verb}`, { listing_id })
  return listing_id
}

async function publishWanted(url: string): Promise<string> {
  const title = 'Looking for a teal reading lamp'
  await postWantedAd(url, undefined, title)
  return title
}
