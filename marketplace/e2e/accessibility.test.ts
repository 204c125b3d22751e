import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from './browser.ts'
import { atRest, type Market, motionEnds, openMarket, openTab } from './site.ts'

/** Every page under axe: wide and phone, light and dark. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TABS_AT_ONCE = 3

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('no public page has a serious or critical issue, wide or on a phone, in light or dark', async () => {
  const paths = market.publicPlaces.map(({ path }) => path)

  expect(await issuesOn(market.visitor, paths)).toEqual([])
})

test('no page of a signed-in person has a serious or critical issue, wide or on a phone, in light or dark', async () => {
  const paths = market.guardedPlaces.map(({ path }) => path)

  expect(await issuesOn(market.seller, paths)).toEqual([])
})

test('the dialogs and menus of the main job have no serious or critical issue', async () => {
  const listing = market.publicPlaces.find(({ chunk }) => chunk === 'ListingPage')
  const tab = await openTab(market.visitor, listing?.path ?? '', 390)
  await tab.page.getByRole('button', { name: 'Message', exact: true }).first().click()
  await tab.page.getByRole('dialog').waitFor()
  const inMessage = await issuesOf(tab.page, 'message dialog')
  await tab.page.goto('/browse')
  await atRest(tab.page)
  await tab.page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  await tab.page.getByRole('dialog').waitFor()
  const inFilters = await issuesOf(tab.page, 'filters')
  await tab.page.goto('/browse?q=boots')
  await atRest(tab.page)
  await tab.page.getByRole('button', { name: 'Why these results' }).click()
  await tab.page.getByRole('dialog').getByRole('list').waitFor()
  const inReasons = await issuesOf(tab.page, 'why these results')
  await tab.page.goto('/browse?view=map&place=Lisbon&radius=50')
  // Pins where the browser draws maps, a sentence where it does not.
  await tab.page
    .getByRole('region', { name: 'Map of the ads found' })
    .getByText(/€|here|no maps/)
    .first()
    .waitFor()
  const onMap = await issuesOf(tab.page, 'map')
  await tab.page.goto(listing?.path ?? '')
  await atRest(tab.page)
  await tab.page.getByRole('button', { name: /^Large photo/ }).click()
  await tab.page.getByRole('dialog').waitFor()
  const inPhotos = await issuesOf(tab.page, 'large photos')
  await tab.page.close()

  const own = await openTab(market.seller, '/post', 1440)
  await own.page.getByRole('button', { name: /^Choose/ }).click()
  await own.page.getByRole('dialog').waitFor()
  const inCategories = await issuesOf(own.page, 'category dialog')
  await own.page.keyboard.press('Escape')
  await own.page.goto('/home')
  await atRest(own.page)
  await own.page.getByRole('button', { name: /^Account of/ }).click()
  await own.page.getByRole('menu').waitFor()
  const inMenu = await issuesOf(own.page, 'account menu')
  await own.page.close()

  expect([...inMessage, ...inFilters, ...inReasons, ...onMap, ...inPhotos, ...inCategories, ...inMenu]).toEqual([])
})

/** Goes through the pages in a few tabs at once, which hides the waiting for the network. */
async function issuesOn(person: Person, paths: readonly string[]): Promise<string[]> {
  const waiting = [...paths]
  const issues: string[] = []
  const walk = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { page } = await openTab(person, path, 1440)
      issues.push(...(await issuesOf(page, `${path} wide`)))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.waitForLoadState('networkidle')
      issues.push(...(await issuesOf(page, `${path} phone`)))
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: TABS_AT_ONCE }, walk))
  return issues
}

/** What axe finds in light, and in dark again what depends on colours. One line for each element. */
async function issuesOf(page: Page, where: string): Promise<string[]> {
  await page.evaluate(AXE)
  const issues: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await motionEnds(page)
    const rules = colorScheme === 'dark' ? `runOnly: ['color-contrast', 'link-in-text-block'],` : ''
    const found =
      await page.evaluate(`axe.run(document, { ${rules} resultTypes: ['violations'] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => [id, target.join(' '), any[0]?.message ?? ''].join(': '))))`)
    issues.push(...(found as string[]).map((issue) => `${where}, ${colorScheme}: ${issue}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return issues
}
