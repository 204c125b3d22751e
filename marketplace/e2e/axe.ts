import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { motionEnds } from './site.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What these find is moderate at most, so that it would be left out below; finding it takes a third of the time. */
const NEVER_SERIOUS = [
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
  'skip-link',
]
const OPTIONS = JSON.stringify({
  resultTypes: ['violations'],
  preload: false, // style sheets a second time: only a rule that is off wants them
  rules: Object.fromEntries(NEVER_SERIOUS.map((rule) => [rule, { enabled: false }])),
})
const COLOURS = JSON.stringify({
  resultTypes: ['violations'],
  preload: false,
  runOnly: ['color-contrast', 'link-in-text-block'],
})

export type Theme = 'light' | 'dark'

/** What axe finds serious or critical in light, and in dark again what depends on colours. One line for each element. */
export async function issuesOf(page: Page, where: string): Promise<string[]> {
  const issues = await issuesIn(page, 'light', where)
  await wears(page, 'dark')
  issues.push(...(await found(page, COLOURS)).map((issue) => `${where}, dark: ${issue}`))
  await wears(page, 'light')
  return issues
}

/** What axe finds serious or critical in one theme, which the page wears from then on. */
export async function issuesIn(page: Page, theme: Theme, where: string): Promise<string[]> {
  await wears(page, theme)
  return (await found(page, OPTIONS)).map((issue) => `${where}, ${theme}: ${issue}`)
}

/** Colours that fade from theme to theme are judged half way on a busy machine: here they change at once. */
const STILL = `(() => {
  if (window.isStill) return
  window.isStill = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`

async function wears(page: Page, colorScheme: Theme): Promise<void> {
  await page.evaluate(STILL)
  await page.emulateMedia({ colorScheme })
  await motionEnds(page)
}

/** As a script of its own, which the browser compiles once for all pages of a tab: half the CPU time of `evaluate`. */
async function giveAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

async function found(page: Page, options: string): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await giveAxe(page)
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => [id, target.join(' '), any[0]?.message ?? ''].join(': '))))`)
}

/** That what is open has nothing serious or critical; what still fades in or out is looked at again. */
export async function isAccessible(page: Page, theme: Theme, where: string): Promise<void> {
  await expect.poll(() => issuesIn(page, theme, where), { timeout: 15_000, interval: 500 }).toEqual([])
}
