import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts'
import type { Market } from '../harness/market.ts'
import { aTrustedPerson, PASSWORD, publishAd } from '../harness/people.ts'

const MESSAGES = 60
const PAUSE_MS = 150
const LIMIT_MS = 30_000

/** Builds the current pages; call before the market opens. */
export function buildPages(): void {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/build-web.ts')], {
    stdio: 'inherit',
  })
  if (built.status !== 0) throw new Error('the web app could not be built')
}

/**
 * Two users in two browsers, in one conversation: milliseconds from the key press that sends until the other page shows the message, for
 * several messages.
 * @param begin  polled until true, before the first message
 */
export async function shownIn(market: Market, begin: () => Promise<boolean>): Promise<number[]> {
  const [seller, buyer] = [await aTrustedPerson(market), await aTrustedPerson(market)]
  const ad = await publishAd(seller, 'Wanted: a desk for two people')
  const { data, error } = await buyer.client
    .rpc('start_conversation', { listing_id: ad, body: 'I have one for you.', client_id: randomUUID() })
    .single<{ id: string }>()
  if (error) throw error
  const [from, to] = await Promise.all([openAt(market, buyer.email, data.id), openAt(market, seller.email, data.id)])
  try {
    while (!(await begin())) await wait(200)
    const samples: number[] = []
    for (let n = 0; n < MESSAGES; n++) {
      samples.push(await send(from.page, to.page, `Desk no. ${n} is still there`))
      await wait(PAUSE_MS)
    }
    return samples
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

/** Both pages record the time themselves, on the same machine's clock: otherwise the driver's polling would be included. */
const NOW = 'performance.timeOrigin + performance.now()'

async function send(from: Page, to: Page, words: string): Promise<number> {
  await to.evaluate(`void (window.shownAt = new Promise((resolve) => {
    const log = document.querySelector('[role=log]')
    new MutationObserver((_, observer) => {
      if (!log.textContent.includes(${JSON.stringify(words)})) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(${NOW}))
    }).observe(log, { childList: true, subtree: true, characterData: true })
  }))`)
  await from.getByRole('textbox', { name: /^Message / }).fill(words)
  await from.evaluate(
    `window.addEventListener('keydown', () => { window.sentAt = ${NOW} }, { once: true, capture: true })`,
  )
  await from.keyboard.press('Enter')
  return Number(await to.evaluate('window.shownAt')) - Number(await from.evaluate('window.sentAt'))
}

async function openAt({ url }: Market, email: string, conversation: string) {
  const profile = await mkdtemp(join(tmpdir(), 'souk-bench-browser-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS],
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  context.setDefaultTimeout(LIMIT_MS)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
  await page.goto(`/messages?c=${conversation}`)
  await page.getByRole('log').getByText('I have one for you.').waitFor()
  const close = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { page, close }
}
