import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPerson, type Person } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { atRest } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The main job without a pointer; no test in this file clicks. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let dora: Person
let page: Page
/** How many photographs were taken: no ad shows one of another's. */
let taken = 0
/** Stops of the tab key where nothing on the screen showed the focus. */
const unseen: string[] = []

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
})
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

/** Whoever tries again begins as somebody else, whom nothing has happened to. */
beforeEach(async () => {
  dora = await aPerson(souk.url)
  page = dora.page
  unseen.length = 0
})
afterEach(() => dora.leave())

describe('a reader', () => {
  test('skips to the content with the first stop', async () => {
    await page.goto('/')
    await atRest(page)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    expect(await page.getByRole('link', { name: 'Skip to content' }).boundingBox()).toMatchObject({ y: 12 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')

    expect(await page.evaluate("document.activeElement.closest('#content') !== null")).toBe(true)
  })

  test('goes through the suggestions of the search with the arrows and takes one', async () => {
    await page.goto('/')
    await atRest(page)
    await tabTo('Search ads')
    await page.keyboard.type('sof')
    await page.getByRole('option', { name: 'sofa', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'sofa', exact: true, selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'sofa', exact: true, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/browse?*q=sofa*')
    theFocusWasInSight()
  })
})

/** A dialog gives the focus back a moment after it has gone. */
const PATIENCE = { timeout: 10_000, interval: 50 }

// One test, for each step stands on those before it.
test('a guest finds an ad, asks about it, signs up and writes; then she puts up an ad of her own', async () => {
  await anAdIsSearchedFor()
  await theGalleryIsPagedThrough()
  await aMessageIsBegun()
  await theDialogKeepsTheFocus()
  await theGuestSignsUpToSend()
  await theThreadGoesOn()
  await photosAreOrdered()
  await aCategoryIsChosen()
  await anAdIsPublished()
  await theMenuIsGoneThrough()
  theFocusWasInSight()
})

/** Searches from the home page and opens an ad. */
async function anAdIsSearchedFor(): Promise<void> {
  await page.goto('/')
  await atRest(page)
  await tabTo('Search ads')
  await page.keyboard.type('fringed boots')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/browse?*q=fringed*boots*')
  await atRest(page) // the home page shows the same ad, and stands until the results are there
  await tabTo(/Fringed suede boots/)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: /Fringed suede boots/ }).waitFor()
}

/** Pages through the gallery, and looks at a photo large and comes back. */
async function theGalleryIsPagedThrough(): Promise<void> {
  await tabTo(/^6 photos\. Use the arrow keys/)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').filter({ hasText: 'Photo 2 of 6' }).waitFor({ state: 'attached' })
  await page.keyboard.press('End')
  await page.getByRole('status').filter({ hasText: 'Photo 6 of 6' }).waitFor({ state: 'attached' })

  await tabTo(/^Enlarge photo/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /large$/ }).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: 'Photo 1 of 6' }).waitFor({ state: 'attached' })
  expect(await focused()).toMatch(/^Enlarge photo/)
}

const QUESTION = 'Would they fit a wide foot?'

/** Begins a message; escape closes the dialog, gives the focus back and loses no word. */
async function aMessageIsBegun(): Promise<void> {
  await tabTo(/^Message /)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await focused()).toBe('Your message')
  await page.keyboard.type(QUESTION)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused()).toMatch(/^Message /)

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('Your message').inputValue()).toBe(QUESTION)
}

/** Stays inside an open dialog. */
async function theDialogKeepsTheFocus(): Promise<void> {
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true)
  }
}

/** Signs up when sending, comes back to the ad, and sends. */
async function theGuestSignsUpToSend(): Promise<void> {
  await tabTo('Sign in and send')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth*')
  await atRest(page)
  await tabTo('Sign in')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
  for (const [label, text] of [
    ['First name', 'Dora'],
    ['Last name', 'Dedo'],
    ['Email', `dora-${Date.now()}@example.com`],
    ['Phone', '+351210000001'],
    ['Password', 'quiet-lantern-42'],
  ] as const) {
    await tabTo(label)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/listing/*')
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('Your message').inputValue()).toBe(QUESTION)
  await tabTo('Send message')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/messages?c=*')
  await page.getByRole('log').getByText(QUESTION).waitFor()
}

/** Writes on in the thread with enter. */
async function theThreadGoesOn(): Promise<void> {
  await tabTo(/^Message /)
  await page.keyboard.type('A size 43, I mean.')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('A size 43, I mean.').waitFor()
  expect(await focused()).toMatch(/^Message /)
}

const order = () =>
  page
    .getByRole('list', { name: 'Photos of your ad' })
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))

/** A lifted photo takes keys only from the next turn of the event loop on, faster than any hand: the driver must wait. */
const aMoment = () => page.waitForTimeout(200)

/** Adds photos and orders them with space and arrows, and hears where they are. */
async function photosAreOrdered(): Promise<void> {
  // Asked for before the page loads: the browser needs a moment until it hands its dialogs to the driver.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/post')
  await atRest(page)
  await tabTo(/^Add photos/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await Promise.all([1, 2, 3].map(takePhoto)))
  await page.getByText('3 photos uploaded.').waitFor({ state: 'attached', timeout: 120_000 })
  const [first, second, third] = await order()

  await tabTo('Photo 1 of 3, cover')
  await page.keyboard.press('Space')
  await announced(/^Picked up/)
  await aMoment()
  await page.keyboard.press('ArrowRight')
  await announced('Moved to position 2 of 3.')
  await page.keyboard.press('Space')
  await announced('Dropped at position 2 of 3.')
  expect(await order()).toEqual([second, first, third])
  expect(await focused()).toBe('Photo 2 of 3')

  await page.keyboard.press('Space')
  await announced(/^Picked up/)
  await aMoment()
  await page.keyboard.press('ArrowRight')
  await announced('Moved to position 3 of 3.')
  await page.keyboard.press('Escape')
  await announced(/^Move cancelled, back at position 2 of 3/)
  expect(await order()).toEqual([second, first, third])
}

/** Chooses a category in the dialog; escape closes it and gives the focus back. */
async function aCategoryIsChosen(): Promise<void> {
  await tabTo('Choose')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused, PATIENCE).toBe('Choose')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo('Search')
  await page.keyboard.type('garden')
  await tabTo(/Garden/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused, PATIENCE).toMatch(/^Garden.* in /)
}

/** Turns a photo, fills in the rest, takes a suggested place, and publishes. */
async function anAdIsPublished(): Promise<void> {
  await tabTo('Photo 1 of 3, cover')
  await page.keyboard.press('Enter')
  await tabTo('Rotate')
  await page.keyboard.press('Enter')
  await tabTo('Done')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused, PATIENCE).toBe('Photo 1 of 3, cover')

  await tabTo('Title')
  await page.keyboard.type('Wooden garden bench')
  await tabTo('Price')
  await page.keyboard.type('45')
  await tabTo('Place')
  await page.keyboard.press('Enter')
  await expect.poll(focused, PATIENCE).toBe('Town or area')
  await page.keyboard.type('campo de o')
  await page.getByRole('option', { name: /Campo de Ourique/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Place', description: /^Campo de Ourique, Lisbon/ }).waitFor()
  await expect.poll(focused, PATIENCE).toBe('Place')
  await tabTo(/^More details/)
  await page.keyboard.press('Enter')
  await tabTo('Description')
  await page.keyboard.type('Two seats, oiled every spring, stands in the sun.')
  await tabTo('Good')
  await page.keyboard.press('Enter')
  await page.getByText('3 photos uploaded.').waitFor({ state: 'attached', timeout: 120_000 })
  await tabTo('Publish')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your ad is live' }).waitFor()
  await expect.poll(focused, PATIENCE).toBe('Your ad is live')
}

/** Opens the account menu, goes through it with arrows, and escape gives the focus back. */
async function theMenuIsGoneThrough(): Promise<void> {
  await page.goto('/home')
  await atRest(page)
  await tabTo(/Account of Dora/)
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('menuitem')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await focused()).toMatch(/Account of Dora/)
}

/** @returns the path of a file */
async function takePhoto(): Promise<string> {
  taken += 1
  const file = join(folder.path, '..', `photo-${taken}.jpg`)
  await writeFile(file, await phonePhoto(taken))
  return file
}

/** At every stop so far. */
function theFocusWasInSight(): void {
  expect([...new Set(unseen)]).toEqual([])
}

/** Presses tab until the focus is on the control of this name, looking at every stop whether the focus can be seen. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab')
    const stop = await focused()
    if (!(await focusIsSeen())) unseen.push(`${new URL(page.url()).pathname}: ${stop}`)
    if (typeof name === 'string' ? stop === name : name.test(stop)) return
    passed.push(stop)
  }
  throw new Error(`The tab key does not reach ${name}; it stops at ${passed.join(' | ')}`)
}

/** The accessible name of what has the focus, near enough: its label, or its text. */
function focused(): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return 'the window'
    const named = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return named.replace(/\\s+/g, ' ').trim().slice(0, 80)
  })()`)
}

/** Whether the focus shows: an outline or ring around the element, or around the control that it is the inside of. */
async function focusIsSeen(): Promise<boolean> {
  const isSeen = `(() => {
    const shows = (element) => {
      const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(element)
      const rings = [...boxShadow.matchAll(/0px 0px 0px ([\\d.]+)px/g)].map(([, width]) => Number(width))
      return opacity !== '0' && ((outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || Math.max(0, ...rings) >= 1.5)
    }
    const element = document.activeElement
    // Between the last stop and the first the focus is the browser's; a new page takes it as a whole, and is no stop.
    if (element === document.body || element.id === 'content') return true
    const inView = element.getBoundingClientRect()
    const around = [element, element.parentElement, element.closest('label'), element.closest('form')].filter(Boolean)
    return around.some(shows) && inView.bottom > 0 && inView.top < innerHeight
  })()`
  // Rings fade in over a few frames, and a long page may still be scrolling to where the focus went.
  for (let look = 0; look < 100; look++) {
    if (await page.evaluate(isSeen)) return true
    await page.waitForTimeout(40)
  }
  return false
}

/** What the list of photos says to those who do not see it. */
function announced(text: string | RegExp): Promise<void> {
  return page.locator('[id^=DndLiveRegion]').filter({ hasText: text }).waitFor({ state: 'attached' })
}
