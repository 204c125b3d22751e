import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts'
import { blockingTime } from './main-thread.ts'

/** A browser and its connection. */
export interface Device {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** CPU slowdown factor. */
  readonly slowdown: number
  /** 150 ms round trip, 1.6 Mbit/s. */
  readonly isSlowNetwork: boolean
}

export const DEVICES = {
  wide: { name: '1440', viewport: { width: 1440, height: 900 }, slowdown: 1, isSlowNetwork: false },
  phone: { name: '390', viewport: { width: 390, height: 844 }, slowdown: 1, isSlowNetwork: false },
  /** Lighthouse's phone profile. */
  slowPhone: { name: 'slow phone', viewport: { width: 390, height: 844 }, slowdown: 4, isSlowNetwork: true },
} as const satisfies Record<string, Device>

/** One visit. Times in milliseconds, sizes in bytes as transferred. */
export interface Visit {
  readonly lcp: number
  readonly cls: number
  readonly bytes: Readonly<Record<'script' | 'style' | 'font' | 'image' | 'document' | 'data', number>>
  /** The element of the largest contentful paint. */
  readonly largest: string
}

const SETTLED_MS = 1500
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }

/** Opens a page as a first-time visitor. */
export function visit(url: string, device: Device): Promise<Visit> {
  return asNewcomer(device, async (tab, devtools) => {
    if (device.slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
    await load(tab, url)
    return readEntries(tab)
  })
}

/** Total blocking time of such a visit, in milliseconds. */
export function blockingOf(url: string, device: Device): Promise<number> {
  return asNewcomer(device, (tab, devtools) => blockingTime(devtools, device.slowdown, () => load(tab, url)))
}

async function load(tab: Page, url: string): Promise<void> {
  await tab.goto(url, { waitUntil: 'load' })
  await tab.waitForLoadState('networkidle')
  await tab.waitForTimeout(SETTLED_MS)
}

async function asNewcomer<Result>(
  { viewport, isSlowNetwork }: Device,
  look: (tab: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'souk-bench-browser-'))
  const isPhone = viewport.width < 640
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS],
    viewport,
    // The service worker's requests are neither throttled nor reported with their compressed size.
    serviceWorkers: 'block',
    ...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  })
  try {
    const tab = context.pages()[0] ?? (await context.newPage())
    const devtools = await context.newCDPSession(tab)
    if (isSlowNetwork) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW)
    }
    return await look(tab, devtools)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** The browser's own performance entries, including buffered ones. */
function readEntries(tab: Page): Promise<Visit> {
  return tab.evaluate(`(async () => {
    const entries = (type) => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
    const shifts = (await entries('layout-shift')).filter(({ hadRecentInput }) => !hadRecentInput)
    const largest = (await entries('largest-contentful-paint')).at(-1)
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const kindOf = ({ entryType, name, initiatorType }) => {
      if (entryType === 'navigation') return 'document'
      const { pathname } = new URL(name)
      if (pathname.endsWith('.js')) return 'script'
      if (pathname.endsWith('.css')) return 'style'
      if (pathname.endsWith('.woff2')) return 'font'
      return initiatorType === 'fetch' || initiatorType === 'xmlhttprequest' ? 'data' : 'image'
    }
    const bytes = { script: 0, style: 0, font: 0, image: 0, document: 0, data: 0 }
    for (const one of loaded) bytes[kindOf(one)] += one.encodedBodySize
    return {
      lcp: largest?.startTime ?? NaN,
      cls: shifts.reduce((sum, { value }) => sum + value, 0),
      bytes,
      largest: largest ? largest.element?.tagName + ' ' + (largest.url || largest.element?.textContent?.slice(0, 40)) : '',
    }
  })()`)
}
