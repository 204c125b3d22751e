import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts'
import { costFigure, type Figure, percentile } from '../figure.ts'
import type { Market } from '../harness/market.ts'

const PANS = 6
const STEPS = 40

/**
 * Pans the map of all ads with “search as I move”. Compares its frame rate with that of an empty page. Without a GPU the browser renders maps
 * on the CPU, so scripting, style and layout time per frame are reported too.
 */
export async function mapPan({ url }: Market): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: url })
    await page.goto('/browse?view=map&place=Lisbon&lat=38.72&lng=-9.14&radius=10')
    const map = page.getByRole('region', { name: 'Map of the ads found', exact: true })
    await map
      .getByRole('button', { name: /^(\d+ ads|€)/ })
      .first()
      .waitFor({ timeout: 60_000 })
    const pan = await framesOf(page, (round) => drag(page, round))
    await page.goto('/robots.txt')
    const rest = await framesOf(page, (round) => drag(page, round))
    return [
      costFigure({
        name: 'map panned, frame p95',
        unit: 'ms',
        ours: percentile(pan.frames, 0.95),
        limit: percentile(rest.frames, 0.95),
        goal: '17 ms',
      }),
      costFigure({ name: 'map panned, own work per frame', unit: 'ms', ours: pan.work, goal: '16 ms' }),
    ]
  } finally {
    await browser.close()
  }
}

async function drag({ mouse }: Page, round: number): Promise<void> {
  const way = round % 2 === 0 ? 1 : -1
  await mouse.move(1080, 500)
  await mouse.down()
  for (let step = 1; step <= STEPS; step++) await mouse.move(1080 + way * step * 5, 500 + way * step * 3)
  await mouse.up()
}

/** Scripting, style and layout. The rest of a task is painting, which without a GPU waits for the CPU. */
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** Milliseconds between frames, and of scripting, style and layout per frame. */
async function framesOf(page: Page, move: (round: number) => Promise<void>) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const workSeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.filter(({ name }) => WORK.includes(name)).reduce((sum, { value }) => sum + value, 0)
  }
  await page.evaluate(`(() => {
    window.frames_ = []
    const note = (at) => { window.frames_.push(at); requestAnimationFrame(note) }
    requestAnimationFrame(note)
  })()`)
  const before = await workSeconds()
  for (let round = 0; round < PANS; round++) await move(round)
  const work = (await workSeconds()) - before
  const moments = await page.evaluate<number[]>('window.frames_')
  const frames = moments.slice(1).map((at, index) => at - (moments[index] ?? at))
  await devtools.detach()
  return { frames, work: (work * 1000) / frames.length }
}
