import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAnimations } from './site.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** These rules report moderate issues at most, which are ignored below, and take a third of the time. */
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
  preload: false, // loads style sheets a second time; only a disabled rule needs them
  rules: Object.fromEntries(NEVER_SERIOUS.map((rule) => [rule, { enabled: false }])),
})
const COLOURS = JSON.stringify({
  resultTypes: ['violations'],
  preload: false,
  runOnly: ['color-contrast', 'link-in-text-block'],
})

export type Theme = 'light' | 'dark'

/** Serious and critical axe violations in light, and colour rules again in dark. One line per element. */
export async function axeIssues(page: Page, where: string): Promise<string[]> {
  const issues = await axeIssuesInTheme(page, 'light', where)
  await setColorScheme(page, 'dark')
  issues.push(...(await runAxe(page, COLOURS)).map((issue) => `${where}, dark: ${issue}`))
  await setColorScheme(page, 'light')
  return issues
}

/** Serious and critical axe violations in one theme, which the page keeps afterwards. */
export async function axeIssuesInTheme(page: Page, theme: Theme, where: string): Promise<string[]> {
  await setColorScheme(page, theme)
  return (await runAxe(page, OPTIONS)).map((issue) => `${where}, ${theme}: ${issue}`)
}

/** Colour transitions between themes would be measured half way on a slow machine, so they are disabled. */
const STILL = `(() => {
  if (window.isStill) return
  window.isStill = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`

async function setColorScheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.evaluate(STILL)
  await page.emulateMedia({ colorScheme })
  await waitForAnimations(page)
}

/** Added as a script, which the browser compiles once for all pages of a tab: half the CPU time of `evaluate`. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

async function runAxe(page: Page, options: string): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await loadAxe(page)
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => [id, target.join(' '), any[0]?.message ?? ''].join(': '))))`)
}

/** Asserts that the open page has no serious or critical violations; elements that are still fading are checked again. */
export async function expectAccessible(page: Page, theme: Theme, where: string): Promise<void> {
  await expect.poll(() => axeIssuesInTheme(page, theme, where), { timeout: 15_000, interval: 500 }).toEqual([])
}
