import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoId } from '../database/seed/demo-data.ts'
import type { BrowserUser } from './browser.ts'
import { answerLate, readPaint } from './paint.ts'
import { type Market, openMarket, openTab } from './site.ts'

/** Pages keep their layout while the answers of the server arrive one after another. */

let market: Market
let staff: BrowserUser
beforeAll(async () => {
  market = await openMarket()
  staff = await market.administrator()
})
afterAll(async () => {
  await staff?.leave()
  await market?.close()
})

/** A visitor's pages, a seller's, and those of an administrator. */
const PAGES = {
  visitor: [`/seller/${demoId('s06')}`, '/categories', '/browse?view=map', '/contact', '/help', '/transparency'],
  seller: [
    // The server renders a visitor's page of their ads.
    `/listing/${demoId('l089')}`,
    `/listing/${demoId('l079')}`,
    '/contact',
    '/dashboard?tab=settings',
    '/dashboard?tab=profile',
    '/dashboard?tab=security',
    '/dashboard?tab=alerts',
    '/dashboard?tab=reports',
    `/seller/${demoId('s06')}`,
  ],
  staff: [
    '/admin/queue',
    '/admin/inbox',
    '/admin/people?q=in',
    '/admin/ads?q=boots',
    '/admin/figures',
    '/admin/limits',
    '/admin/rules',
    '/admin/categories',
    '/admin/audit',
  ],
} as const

describe.each([390, 1440])('at %i px', (width) => {
  test.each(['visitor', 'seller', 'staff'] as const)('a %s sees no layout shift', async (who) => {
    const { page } = await openTab(who === 'staff' ? staff : market[who], '/help', width)
    await answerLate(page)
    const shifts: string[] = []
    for (const path of PAGES[who]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { cls, shifted } = await readPaint(page)
      console.log(`${path} at ${width} px: ${cls.toFixed(4)}`)
      if (cls >= 0.02) shifts.push(`${path}: ${cls}\n${shifted.join('\n')}`)
    }
    expect(shifts).toEqual([])
    await page.close()
  })
})

test('settings appear from the top, without waiting for answers further down', async () => {
  const { page } = await openTab(market.seller, '/help', 390)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/select=away_from/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/dashboard?tab=settings')
  await page.getByRole('radio', { name: 'Dark' }).waitFor()
  const below = ['Vacation mode', 'Download my data'].map((words) => page.getByText(words, { exact: true }).last())
  expect(await Promise.all(below.map((one) => one.isVisible()))).toEqual([false, false])
  answer()
  for (const one of below) await one.waitFor()
  await page.close()
})
