import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { costFigure, type Figure, percentile } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { blockingOf, DEVICES, type Device, type Visit, visit } from './page-visit.ts'

const VISITS = 3
/** The browser's own minimum on this machine. */
const A_FEW_LINES = '/robots.txt'

/**
 * Home, results and an ad in a real browser with an empty cache: bytes loaded before any interaction, time to paint, layout shift and
 * blocking time.
 */
export async function page(open: () => Promise<Market>): Promise<Figure[]> {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/build-web.ts')], {
    stdio: 'inherit',
  })
  if (built.status !== 0) throw new Error('the web app could not be built')
  const market = await open()
  const pages = { page: '/', 'results page': '/browse', 'ad page': await anAd(market) }
  const figures: Figure[] = []
  for (const device of Object.values(DEVICES)) {
    const visits = await visitsOf(market.url + A_FEW_LINES, device)
    const ours = middleOf(visits, ({ lcp }) => lcp)
    figures.push(costFigure({ name: `a few lines of text, LCP at ${device.name}`, unit: 'ms', ours, goal: '-' }))
  }
  for (const [name, path] of Object.entries(pages)) {
    for (const device of Object.values(DEVICES)) {
      await visit(market.url + path, device) // the first visit also renders the image variants
      figures.push(...figuresOf(name, device.name, await visitsOf(market.url + path, device)))
      const blocking = await times(() => blockingOf(market.url + path, device))
      figures.push(
        costFigure({
          name: `${name}, blocking at ${device.name}`,
          unit: 'ms',
          ours: percentile(blocking, 0.5),
          goal: '50 ms',
        }),
      )
    }
  }
  return figures
}

const visitsOf = (url: string, device: Device): Promise<Visit[]> => times(() => visit(url, device))

async function times<Result>(look: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let count = 0; count < VISITS; count++) results.push(await look())
  return results
}

function middleOf(visits: readonly Visit[], pick: (one: Visit) => number): number {
  return percentile(visits.map(pick), 0.5)
}

async function anAd({ sql }: Market): Promise<string> {
  const [ad] = await sql<{ id: string }[]>`
    select id from public.listings where state = 'active' and photo_count > 0 order by id limit 1`
  if (!ad) throw new Error('the demo market has no ad with a photo')
  return `/listing/${ad.id}`
}

function figuresOf(name: string, device: string, visits: readonly Visit[]): Figure[] {
  const middle = (pick: (one: Visit) => number) => middleOf(visits, pick)
  const kilobytes = (kind: keyof Visit['bytes']) => Math.max(...visits.map(({ bytes }) => bytes[kind])) / 1000
  const sizes =
    device === DEVICES.wide.name
      ? [
          costFigure({ name: `${name}, JavaScript`, unit: 'KB compressed', ours: kilobytes('script'), goal: '110 KB' }),
          costFigure({ name: `${name}, styles`, unit: 'KB compressed', ours: kilobytes('style'), goal: '-' }),
          costFigure({ name: `${name}, fonts`, unit: 'KB', ours: kilobytes('font'), goal: '-' }),
          costFigure({ name: `${name}, document`, unit: 'KB compressed', ours: kilobytes('document'), goal: '-' }),
        ]
      : [costFigure({ name: `${name}, pictures at ${device}`, unit: 'KB', ours: kilobytes('image'), goal: '-' })]
  return [
    ...sizes,
    costFigure({ name: `${name}, LCP at ${device}`, unit: 'ms', ours: middle((one) => one.lcp), goal: '800 ms' }),
    costFigure({ name: `${name}, CLS at ${device}`, unit: 'score', ours: middle((one) => one.cls), goal: '0.02' }),
  ]
}
