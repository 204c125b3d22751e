import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, ensureChromium } from './ensure-chromium.ts'

/**
 * Takes screenshots of the pages of a running installation, at 1440 and 390 pixels, light and dark:
 *   node scripts/screenshots.ts --url http://localhost:3000 --out docs/screenshots [--only home] [--email E --password P]
 * With an email address, includes the pages for signed-in users. Written as WebP, small enough for the repository.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string', default: join(tmpdir(), 'souk-screenshots') },
    only: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    png: { type: 'boolean', default: false },
  },
})

const WIDTHS = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } } as const
/** Pages that fill the window: content below it is cropped. */
const WINDOW_ONLY = ['messages', 'thread', 'post']
const THEMES = ['light', 'dark'] as const
const OPEN_PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: at('/'),
  categories: at('/categories'),
  browse: at('/browse'),
  'browse-filtered': at('/browse?category=fashion&price_max=8000'),
  listing: firstListing,
  auth: at('/auth'),
  'auth-sign-up': at('/auth?mode=sign-up'),
  help: at('/help'),
  'not-found': at('/no-such-page'),
}
const GUARDED_PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  post: at('/post'),
  dashboard: at('/dashboard'),
  messages: at('/messages'),
  thread: firstThread,
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] })
await mkdir(values.out, { recursive: true })
for (const theme of THEMES) {
  for (const [device, viewport] of Object.entries(WIDTHS)) await takeAll(browser, theme, device, viewport)
}
await browser.close()

async function takeAll(
  from: Browser,
  theme: (typeof THEMES)[number],
  device: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const context = await from.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: values.url,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const take = async (pages: typeof OPEN_PAGES) => {
    for (const [name, open] of Object.entries(pages)) {
      if (values.only && !values.only.split(',').includes(name)) continue
      await open(page)
      await settle(page)
      await write(
        await page.screenshot({ fullPage: !WINDOW_ONLY.includes(name) }),
        `${name}-${device}-${theme}`,
        device,
      )
    }
  }
  await take(OPEN_PAGES)
  if (values.email && values.password) {
    await signIn(page, values.email, values.password)
    await take(GUARDED_PAGES)
  }
  await context.close()
}

/** Small enough for the repository: the width of a README, the height of three windows. */
async function write(png: Buffer, name: string, device: string): Promise<void> {
  const file = join(values.out, name)
  if (values.png) {
    await sharp(png).toFile(`${file}.png`)
  } else {
    const { height = 0 } = await sharp(png).metadata()
    const { width, maxHeight } =
      device === 'desktop' ? { width: 960, maxHeight: 3000 } : { width: 390, maxHeight: 2500 }
    await sharp(png)
      .extract({
        left: 0,
        top: 0,
        width: WIDTHS[device as keyof typeof WIDTHS].width,
        height: Math.min(height, maxHeight),
      })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 70, effort: 5 })
      .toFile(`${file}.webp`)
  }
  console.log(name)
}

function at(path: string): (page: Page) => Promise<void> {
  return async (page) => void (await page.goto(path))
}

async function firstListing(page: Page): Promise<void> {
  await page.goto('/browse?q=boots')
  await page.locator('a[href^="/listing/"]').first().waitFor()
  await page.goto((await page.locator('a[href^="/listing/"]').first().getAttribute('href')) ?? '/')
}

async function firstThread(page: Page): Promise<void> {
  await page.goto('/messages')
  await page.locator('a[href^="/messages?c="]').first().waitFor()
  await page.goto((await page.locator('a[href^="/messages?c="]').first().getAttribute('href')) ?? '/messages')
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByLabel('Password', { exact: true }).first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
}

/** Images load lazily: scrolls through once, then waits until the network is idle. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
  })()`)
  await page.waitForLoadState('networkidle')
}
