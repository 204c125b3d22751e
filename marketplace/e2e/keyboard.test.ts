import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BrowserUser, newBrowserUser } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { waitUntilStable } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The main user journey without a pointer; no test in this file clicks. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let dora: BrowserUser
let page: Page
/** Counts generated photos, so that no two ads share one. */
let taken = 0
/** Tab stops without a visible focus indicator. */
const unseen: string[] = []

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
})
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

/** Every attempt starts with new users. */
beforeEach(async () => {
  dora = await newBrowserUser(souk.url)
  page = dora.page
  unseen.length = 0
})
afterEach(() => dora.leave())

describe('a visitor', () => {
  test('skips to the content with the first tab stop', async () => {
    await page.goto('/')
    await waitUntilStable(page)
    await page.keyboard.press('Tab')
    expect(await focusedName()).toBe('Skip to content')
    expect(await page.getByRole('link', { name: 'Skip to content' }).boundingBox()).toMatchObject({ y: 12 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')

    expect(await page.evaluate("document.activeElement.closest('#content') !== null")).toBe(true)
  })

  test('navigates search suggestions with the arrow keys and chooses one', async () => {
    await page.goto('/')
    await waitUntilStable(page)
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
    expectFocusWasVisible()
  })
})

/** A dialog returns the focus a moment after it closes. */
const PATIENCE = { timeout: 10_000, interval: 50 }

// One test, because each step depends on the previous ones.
test('Tab leads from the email to the password', async () => {
  await page.goto('/auth')
  await waitUntilStable(page)
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.press('Tab')
  expect(await focusedName()).toBe('Password')
})

test('a guest finds an ad, asks about it, signs up, sends the message and makes an offer, then posts an ad', async () => {
  await searchForAd()
  await pageThroughGallery()
  await startMessage()
  await expectFocusTrapped()
  await signUpToSend()
  await continueThread()
  await makeOffer()
  await reorderPhotos()
  await chooseCategory()
  await publishAd()
  await navigateAccountMenu()
  expectFocusWasVisible()
})

/** Searches from the home page and opens an ad. */
async function searchForAd(): Promise<void> {
  await page.goto('/')
  await waitUntilStable(page)
  await tabTo('Search ads')
  await page.keyboard.type('fringed boots')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/browse?*q=fringed*boots*')
  // The home page shows the same ad and stays until the page of results is there.
  await page.getByRole('button', { name: 'Why these results' }).waitFor()
  await page
    .getByRole('link', { name: /Fringed suede boots/ })
    .first()
    .waitFor()
  await tabTo(/Fringed suede boots/)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: /Fringed suede boots/ }).waitFor()
}

/** Pages through the gallery, opens a photo in full size and closes it. */
async function pageThroughGallery(): Promise<void> {
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
  expect(await focusedName()).toMatch(/^Enlarge photo/)
}

const QUESTION = 'Would they fit a wide foot?'

/** Starts a message; Escape closes the dialog, returns the focus and keeps the text. */
async function startMessage(): Promise<void> {
  await tabTo(/^Message /)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await focusedName()).toBe('Your message')
  await page.keyboard.type(QUESTION)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focusedName()).toMatch(/^Message /)

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('Your message').inputValue()).toBe(QUESTION)
}

/** The focus stays inside an open dialog. */
async function expectFocusTrapped(): Promise<void> {
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true)
  }
}

/** Signs up when sending, returns to the ad, and sends. */
async function signUpToSend(): Promise<void> {
  await tabTo('Sign in and send')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth*')
  await waitUntilStable(page)
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

/** Sends another message in the thread with Enter. */
async function continueThread(): Promise<void> {
  await tabTo(/^Message /)
  await page.keyboard.type('A size 43, I mean.')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('A size 43, I mean.').waitFor()
  expect(await focusedName()).toMatch(/^Message /)
}

/** Makes an offer on another ad. The dialog opens with the amount focused. */
async function makeOffer(): Promise<void> {
  await page.goto('/browse?q=striped+cushion')
  await waitUntilStable(page)
  await tabTo(/Striped cushion/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Striped cushion/ }).waitFor()
  await tabTo('Make an offer')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Make an offer' }).waitFor()
  expect(await focusedName()).toBe('Your amount')
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/messages?c=*')
  await page.getByRole('article', { name: 'Your offer of €11' }).waitFor()
}

const order = () =>
  page
    .getByRole('list', { name: 'Photos of your ad' })
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))

/** A lifted photo takes keys from the next turn of the event loop on, which is faster than any user; the driver must wait. */
const waitForKeySensor = () => page.waitForTimeout(200)

/** Adds photos and reorders them with Space and arrow keys; each position is announced. */
async function reorderPhotos(): Promise<void> {
  // Registered before the page loads: the browser takes a moment to hand its file dialogs to the driver.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/post')
  await waitUntilStable(page)
  await tabTo(/^Add photos/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await Promise.all([1, 2, 3].map(takePhoto)))
  await page.getByText('3 photos uploaded.').waitFor({ state: 'attached', timeout: 120_000 })
  const [first, second, third] = await order()

  await tabTo('Photo 1 of 3, cover')
  await page.keyboard.press('Space')
  await expectAnnounced(/^Picked up/)
  await waitForKeySensor()
  await page.keyboard.press('ArrowRight')
  await expectAnnounced('Moved to position 2 of 3.')
  await page.keyboard.press('Space')
  await expectAnnounced('Dropped at position 2 of 3.')
  expect(await order()).toEqual([second, first, third])
  expect(await focusedName()).toBe('Photo 2 of 3')

  await page.keyboard.press('Space')
  await expectAnnounced(/^Picked up/)
  await waitForKeySensor()
  await page.keyboard.press('ArrowRight')
  await expectAnnounced('Moved to position 3 of 3.')
  await page.keyboard.press('Escape')
  await expectAnnounced(/^Move cancelled, back at position 2 of 3/)
  expect(await order()).toEqual([second, first, third])
}

/** Chooses a category in the dialog; Escape closes it and returns the focus. */
async function chooseCategory(): Promise<void> {
  await tabTo('Choose')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focusedName, PATIENCE).toBe('Choose')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo('Search')
  await page.keyboard.type('garden')
  await tabTo(/Garden/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focusedName, PATIENCE).toMatch(/^Garden.* in /)
}

/** Rotates a photo, fills in the other fields, chooses a suggested place, and publishes. */
async function publishAd(): Promise<void> {
  await tabTo('Photo 1 of 3, cover')
  await page.keyboard.press('Enter')
  await tabTo('Rotate')
  await page.keyboard.press('Enter')
  await tabTo('Done')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focusedName, PATIENCE).toBe('Photo 1 of 3, cover')

  await tabTo('Title')
  await page.keyboard.type('Wooden garden bench')
  await tabTo('Price')
  await page.keyboard.type('45')
  await tabTo('Place')
  await page.keyboard.press('Enter')
  await expect.poll(focusedName, PATIENCE).toBe('Town or area')
  await page.keyboard.type('campo de o')
  await page.getByRole('option', { name: /Campo de Ourique/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Place', description: /^Campo de Ourique, Lisbon/ }).waitFor()
  await expect.poll(focusedName, PATIENCE).toBe('Place')
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
  await expect.poll(focusedName, PATIENCE).toBe('Your ad is live')
}

/** Opens the account menu and navigates it with arrow keys; Escape returns the focus. */
async function navigateAccountMenu(): Promise<void> {
  await page.goto('/home')
  await waitUntilStable(page)
  await tabTo(/Account of Dora/)
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('menuitem')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await focusedName()).toMatch(/Account of Dora/)
}

/** @returns the path of a file */
async function takePhoto(): Promise<string> {
  taken += 1
  const file = join(folder.path, '..', `photo-${taken}.jpg`)
  await writeFile(file, await phonePhoto(taken))
  return file
}

/** At every tab stop so far. */
function expectFocusWasVisible(): void {
  expect([...new Set(unseen)]).toEqual([])
}

/** Presses Tab until the control with this name has the focus, and checks at every stop that the focus is visible. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab')
    const stop = await focusedName()
    if (!(await isFocusVisible())) unseen.push(`${new URL(page.url()).pathname}: ${stop}`)
    if (typeof name === 'string' ? stop === name : name.test(stop)) return
    passed.push(stop)
  }
  throw new Error(`The tab key does not reach ${name}; it stops at ${passed.join(' | ')}`)
}

/** An approximation of the focused element's accessible name: its label, or its text. */
function focusedName(): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return 'the window'
    const named = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return named.replace(/\\s+/g, ' ').trim().slice(0, 80)
  })()`)
}

/** Whether the focus is visible: an outline or ring around the element, or around the control that contains it. */
async function isFocusVisible(): Promise<boolean> {
  const isSeen = `(() => {
    const shows = (element) => {
      const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(element)
      const rings = [...boxShadow.matchAll(/0px 0px 0px ([\\d.]+)px/g)].map(([, width]) => Number(width))
      return opacity !== '0' && ((outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || Math.max(0, ...rings) >= 1.5)
    }
    const element = document.activeElement
    // Between the last stop and the first the browser itself has the focus, and a new page has it as a whole: neither counts as a stop.
    if (element === document.body || element.id === 'content') return true
    const inView = element.getBoundingClientRect()
    const around = [element, element.parentElement, element.closest('label'), element.closest('form')].filter(Boolean)
    return around.some(shows) && inView.bottom > 0 && inView.top < innerHeight
  })()`
  // Rings fade in over a few frames, and a long page may still be scrolling to the focused element.
  for (let look = 0; look < 100; look++) {
    if (await page.evaluate(isSeen)) return true
    await page.waitForTimeout(40)
  }
  return false
}

/** What the photo list announces to screen readers. */
function expectAnnounced(text: string | RegExp): Promise<void> {
  return page.locator('[id^=DndLiveRegion]').filter({ hasText: text }).waitFor({ state: 'attached' })
}
