import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoId } from '../database/seed/demo-data.ts'
import { answerLate, readPaint } from './paint.ts'
import { type Market, openMarket, openTab } from './site.ts'

/** Pages keep their layout while the answers of the server arrive one after another. */

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** Pages of a seller. */
const PAGES = {
  seller: [
    // The server renders a visitor's page of their ads.
    `/listing/${demoId('l089')}`,
    `/listing/${demoId('l079')}`,
  ],
} as const

describe.each([390, 1440])('at %i px', (width) => {
  test.each(['seller'] as const)('a %s sees no layout shift', async (who) => {
    const { page } = await openTab(market[who], '/help', width)
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
