import type { Page } from 'playwright-core'

/** LCP in milliseconds, and unexpected layout shift: its size and elements. */
export function readPaint(page: Page): Promise<{ lcp: number; cls: number; shifted: string[] }> {
  return page.evaluate(`new Promise((resolve) => {
    let lcp = 0
    let cls = 0
    const shifted = []
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lcp = Math.max(lcp, entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue
        cls += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          shifted.push([node?.parentElement?.className, node?.className ?? node?.nodeName, box(previousRect), box(currentRect), Math.round(entry.startTime)].join(' | '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve({ lcp, cls, shifted }), 100)
  })`)
}

/** Answers of the server come one by one, each after the page has shown what the one before it changed. */
export async function answerLate(page: Page): Promise<void> {
  let turn = page.waitForLoadState()
  await page.route(/\/(?:rest|auth|functions)\/v1\//, async (route) => {
    const before = turn
    let end = () => {}
    turn = new Promise((resolve) => {
      end = resolve
    })
    // A page that is left ends its requests and frames.
    await before.catch(() => undefined)
    await route
      .fetch()
      .then((response) => route.fulfill({ response }))
      .then(() => page.evaluate(PAINTED))
      .catch(() => undefined)
    end()
  })
}

const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'
