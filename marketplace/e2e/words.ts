import type { Page } from 'playwright-core'

/** Word budgets per page. User content, ads in lists and navigation are not counted. */
const BUDGETS: readonly (readonly [RegExp, number])[] = [
  [/^\/$/, 120],
  [/^\/browse$/, 95],
  [/^\/categories$/, 175],
  [/^\/help$/, 80],
  [/^\/auth$/, 45],
  [/^\/contact$/, 95],
  [/^\/post$/, 75],
  [/^\/listing\//, 130],
  [/^\/dashboard$/, 130],
  [/^\/dashboard\?tab=settings$/, 155],
  [/^\/dashboard\?tab=profile$/, 65],
  [/^\/dashboard\?tab=alerts$/, 110],
  [/^\/dashboard\?tab=security$/, 180],
]

const COUNT = `(() => {
  const theirs = 'article, [role=log], dialog, nav, select, [dir=auto], .sr-only'
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  let words = 0
  while (texts.nextNode()) {
    const { parentElement: around, data } = texts.currentNode
    if (around.checkVisibility() && !around.closest(theirs)) words += (data.match(/\\p{L}[\\p{L}\\p{N}’'-]*/gu) ?? []).length
  }
  return words
})()`

/** The number of words by which a page exceeds its budget, as text. */
export async function wordFaults(page: Page, path: string): Promise<string[]> {
  const budget = BUDGETS.find(([pattern]) => pattern.test(path))?.[1]
  if (budget === undefined) return []
  const words = await page.evaluate<number>(COUNT)
  return words > budget ? [`has ${words} words, its budget is ${budget}`] : []
}
