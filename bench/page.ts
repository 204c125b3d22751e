import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/ensure-chromium.ts'
import { costFigure, type Figure, percentile } from './figure.ts'
import type { Market } from './market.ts'

const VISITS = 3
const SETTLED_MS = 1500
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

interface Visit {
  readonly scriptBytes: number
  readonly lcp: number
  readonly cls: number
}

/** The home page in a real browser with nothing stored: what it loads before anybody touches it, and when it shows. */
export async function page(open: () => Promise<Market>): Promise<Figure[]> {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build-web.ts')], {
    stdio: 'inherit',
  })
  if (built.status !== 0) throw new Error('the web app could not be built')
  const { url } = await open()
  await visit(url, 'wide') // the first visitor also makes the variants of the pictures
  const figures: Figure[] = []
  for (const size of ['wide', 'phone'] as const) {
    const visits: Visit[] = []
    for (let count = 0; count < VISITS; count++) visits.push(await visit(url, size))
    const middle = (pick: (one: Visit) => number) => percentile(visits.map(pick), 0.5)
    if (size === 'wide') {
      const bytes = Math.max(...visits.map((one) => one.scriptBytes))
      figures.push(costFigure({ name: 'page, JavaScript', unit: 'KB compressed', ours: bytes / 1000, goal: '110 KB' }))
    }
    const { width } = SIZES[size]
    figures.push(
      costFigure({ name: `page, LCP at ${width}`, unit: 'ms', ours: middle((one) => one.lcp), goal: '800 ms' }),
      costFigure({ name: `page, CLS at ${width}`, unit: 'score', ours: middle((one) => one.cls), goal: '0.02' }),
    )
  }
  return figures
}

async function visit(url: string, size: keyof typeof SIZES): Promise<Visit> {
  const profile = await mkdtemp(join(tmpdir(), 'souk-bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS],
    viewport: SIZES[size],
  })
  try {
    const tab = context.pages()[0] ?? (await context.newPage())
    await tab.goto(url, { waitUntil: 'load' })
    await tab.waitForTimeout(SETTLED_MS)
    return await readEntries(tab)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** The browser's own performance entries, the buffered ones included. */
function readEntries(tab: Page): Promise<Visit> {
  return tab.evaluate(`(async () => {
    const entries = (type) => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const shifts = (await entries('layout-shift')).filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      lcp: (await entries('largest-contentful-paint')).at(-1)?.startTime ?? NaN,
      cls: shifts.reduce((sum, { value }) => sum + value, 0),
    }
  })()`)
}
