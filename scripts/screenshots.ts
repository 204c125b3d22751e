import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, ensureChromium } from './ensure-chromium.ts'
import { SHOTS, type Shot } from './screenshots/shots.ts'

/**
 * Takes screenshots of the pages of a running demo market, at 1440 and 390 pixels, light and dark, and puts all of them on one sheet:
 *   node scripts/screenshots.ts --url http://localhost:3000 [--out docs/screenshots] [--only home,thread-done] [--staff ines-m@example.com]
 * Includes the administration if `--staff` names a moderator or administrator (npm run role). WebP, small enough for the repository.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string', default: join(import.meta.dirname, '../docs/screenshots') },
    only: { type: 'string' },
    staff: { type: 'string' },
    password: { type: 'string', default: 'bazaar-lantern-7' },
  },
})

const SELLER = 'ines-m@example.com'
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, shown: 640, quality: 60 },
  phone: { viewport: { width: 390, height: 844 }, shown: 300, quality: 60 },
} as const
type DeviceName = keyof typeof DEVICES
const THEMES = ['light', 'dark'] as const
/** Sizes on the contact sheet. */
const CELL = { desktop: { width: 320, height: 200 }, phone: { width: 100, height: 216 } } as const
const GAP = 12
const LABEL = 24

const wanted = SHOTS.filter(({ name, as }) =>
  values.only ? values.only.split(',').includes(name) : as !== 'staff' || values.staff !== undefined,
)
const taken = new Map<string, Buffer>()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] })
await mkdir(values.out, { recursive: true })
for (const device of ['desktop', 'phone'] as const) await takeAll(browser, device)
await browser.close()
if (!values.only) await writeSheet()

async function takeAll(from: Browser, device: DeviceName): Promise<void> {
  for (const role of [undefined, 'newcomer', 'seller', 'staff'] as const) {
    const shots = wanted.filter(({ as }) => as === role)
    if (shots.length === 0) continue
    const context = await from.newContext({
      viewport: DEVICES[device].viewport,
      reducedMotion: 'reduce',
      baseURL: values.url,
      locale: 'en-GB',
      // Its requests could not be made to fail (withoutAnswers in screenshots/shots.ts).
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    if (role === 'newcomer') await signUp(page)
    else if (role) await signIn(page, role === 'staff' ? (values.staff ?? SELLER) : SELLER)
    for (const shot of shots) await take(page, shot, device)
    await context.close()
  }
}

async function take(page: Page, { name, path, action }: Shot, device: DeviceName): Promise<void> {
  const { shown, quality } = DEVICES[device]
  await page.context().setOffline(false)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await action?.(page)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForTimeout(250)
    // A map is drawn anew in the colours of the theme.
    await page.locator('[data-map="loading"]').waitFor({ state: 'detached' })
    const picture = await sharp(await page.screenshot())
      .resize({ width: shown })
      .webp({ quality, effort: 5 })
      .toBuffer()
    const file = `${name}-${device}-${theme}`
    await writeFile(join(values.out, `${file}.webp`), picture)
    taken.set(file, picture)
    console.log(file)
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByLabel('Password', { exact: true }).first().fill(values.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/home')
}

/** A user without ads and messages. */
async function signUp(page: Page): Promise<void> {
  await page.goto('/auth?mode=sign-up')
  await page.getByLabel('First name').fill('Marta')
  await page.getByLabel('Last name').fill('Reis')
  await page.getByLabel('Email', { exact: false }).first().fill(`marta-${Date.now()}@example.com`)
  for (const field of await page.locator('input[type=password]').all()) await field.fill('quiet-lantern-42')
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL((url) => url.pathname !== '/auth')
}

/** One row of four pictures for each page, in two columns of rows. */
async function writeSheet(): Promise<void> {
  const rowWidth = 2 * (CELL.desktop.width + CELL.phone.width) + 4 * GAP
  const rowHeight = CELL.phone.height + LABEL + GAP
  const perColumn = Math.ceil(wanted.length / 2)
  const parts = await Promise.all(
    wanted.flatMap(({ name }, place) => {
      const left = GAP + Math.floor(place / perColumn) * (rowWidth + GAP)
      const top = GAP + (place % perColumn) * rowHeight
      const label = `<svg width="${rowWidth}" height="${LABEL}"><text x="0" y="16" font-family="sans-serif" font-size="14">${name}</text></svg>`
      let x = left
      const cells = (['desktop', 'phone'] as const).flatMap((device) =>
        THEMES.map(async (theme) => {
          const at = { left: x, top: top + LABEL }
          x += CELL[device].width + GAP
          const input = await sharp(taken.get(`${name}-${device}-${theme}`))
            .resize(CELL[device])
            .toBuffer()
          return { input, ...at }
        }),
      )
      return [{ input: Buffer.from(label), left, top }, ...cells]
    }),
  )
  await sharp({
    create: {
      width: 2 * rowWidth + 3 * GAP,
      height: perColumn * rowHeight + 2 * GAP,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(parts)
    .webp({ quality: 55, effort: 5 })
    .toFile(join(values.out, 'contact-sheet.webp'))
}
