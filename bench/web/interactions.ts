import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts'
import { costFigure, type Figure, percentile } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { DEVICES } from './page-visit.ts'

const ROUNDS = 3
/** Longer than any measured response. */
const SETTLED_MS = 1000
/** A seller of the demo market with conversations. */
const PERSON = { email: 'ines-m@example.com', password: 'bazaar-lantern-7' }

interface Interaction {
  readonly name: string
  readonly path: string
  /** Prepares the page for the interaction. */
  prepare?(tab: Page): Promise<unknown>
  /** Taps the target, or presses the keys. */
  readonly press: ((tab: Page) => Locator) | readonly string[]
}

const firstAd = (tab: Page) => tab.getByRole('list', { name: 'Ads found' }).getByRole('article').first()

function interactions(ad: string, thread: string): Interaction[] {
  return [
    {
      name: 'words typed into the search',
      path: '/',
      prepare: (tab) => tab.getByRole('main').getByRole('combobox', { name: 'Search ads' }).click(),
      press: ['s', 'o', 'f', 'a'],
    },
    { name: 'place popover opened', path: '/', press: (tab) => tab.getByRole('button', { name: /^Location/ }).first() },
    { name: 'ad opened', path: '/browse', press: (tab) => firstAd(tab).getByRole('link').first() },
    {
      name: 'next photo',
      path: ad,
      prepare: (tab) =>
        tab
          .getByRole('list', { name: /photos/ })
          .first()
          .focus(),
      press: ['ArrowRight'],
    },
    { name: 'favourite', path: '/browse', press: (tab) => firstAd(tab).getByRole('button', { name: /^Save / }) },
    {
      name: 'message sent',
      path: thread,
      prepare: (tab) => tab.getByRole('textbox', { name: /^Message / }).fill('Is it still there?'),
      press: (tab) => tab.getByRole('button', { name: 'Send', exact: true }),
    },
    { name: 'filters opened', path: '/browse', press: (tab) => tab.getByRole('button', { name: /^Filters/ }) },
    {
      name: 'order changed',
      path: '/browse?q=chair',
      prepare: (tab) => tab.getByRole('button', { name: /^Sort by/ }).click(),
      press: (tab) => tab.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Lowest price' }),
    },
    { name: 'assistant opened', path: '/help', press: (tab) => tab.getByRole('button', { name: 'Need Help?' }).last() },
    { name: 'more details while posting', path: '/post', press: (tab) => tab.getByText('More details') },
  ]
}

/** Interaction to next paint (INP) of the ten most common interactions, on a phone with a CPU slowed down four times. */
export async function interactionTimes({ url, sql }: Market): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] })
  try {
    const context = await signedIn(browser, url)
    const tab = await context.newPage()
    await tab.goto('/messages')
    const thread = await tab.locator('a[href^="/messages?c="]').first().getAttribute('href')
    const [ad] = await sql<{ id: string }[]>`
      select id from public.listings where state = 'active' and photo_count > 1 order by id limit 1`
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const figures: Figure[] = []
    for (const one of interactions(`/listing/${ad?.id}`, thread ?? '')) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(tab, one))
      figures.push(
        costFigure({ name: `${one.name}, to next paint`, unit: 'ms', ours: percentile(times, 0.5), goal: '200 ms' }),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function signedIn(browser: Browser, baseURL: string) {
  const { viewport } = DEVICES.slowPhone
  const phone = { viewport, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
  const context = await browser.newContext({ baseURL, ...phone, locale: 'en-GB', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
  await page.close()
  return context
}

/** The longest event of the interaction; the browser reports none below 16 ms. */
async function timeOf(tab: Page, { path, prepare, press }: Interaction): Promise<number> {
  await tab.goto(path)
  await tab.locator('html[data-live]').waitFor({ state: 'attached' })
  await tab.waitForLoadState('networkidle')
  await prepare?.(tab)
  await tab.waitForTimeout(SETTLED_MS)
  const target = typeof press === 'function' ? await placeOf(press(tab)) : null
  await tab.evaluate(`{
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  }`)
  if (target) await tab.touchscreen.tap(target.x, target.y)
  else for (const key of press as readonly string[]) await tab.keyboard.press(key, { delay: 50 })
  await tab.waitForTimeout(SETTLED_MS)
  return tab.evaluate<number>('window.longest')
}

async function placeOf(control: Locator): Promise<{ x: number; y: number }> {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (!box) throw new Error(`${control} is not there`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
