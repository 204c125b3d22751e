import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { motionEnds } from './site.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or critical in light, and in dark again what depends on colours. One line for each element. */
export async function issuesOf(page: Page, where: string): Promise<string[]> {
  await page.evaluate(AXE)
  const issues: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await motionEnds(page)
    const rules = colorScheme === 'dark' ? `runOnly: ['color-contrast', 'link-in-text-block'],` : ''
    const found =
      await page.evaluate(`axe.run(document, { ${rules} resultTypes: ['violations'] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => [id, target.join(' '), any[0]?.message ?? ''].join(': '))))`)
    issues.push(...(found as string[]).map((issue) => `${where}, ${colorScheme}: ${issue}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return issues
}
