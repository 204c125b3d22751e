import { expect, test } from 'vitest'
import { type Article, applying, HELP_TOPICS } from '../contract/help/article.ts'
import { readHelp } from '../contract/help/read-help.ts'
import { LANGUAGES, type Language } from '../contract/languages.ts'
import { paths } from '../contract/paths.ts'
import { newBrowserUser } from './browser.ts'
import { privateFolder, startSouk } from './souk-process.ts'

/** On a desktop, in px; beyond it users scroll past the text. */
const TALLEST = 2000

/** Elements after the text of a page that make it taller. */
const LATE = [
  [paths.helpArticle('not-allowed'), 'main details >> nth=0'],
  [paths.contact, 'main form'],
] as const

/** The height of a help page once its text and lists have loaded. */
const MEASURE = `({
  height: document.documentElement.scrollHeight,
  first: document.querySelector('article h1 ~ div > section h2')?.textContent ?? null,
  answer: document.querySelector('article h1 ~ div > section p')?.textContent ?? null,
  updated: document.querySelector('article h1 + p')?.textContent ?? null,
})`

interface Seen {
  readonly height: number
  readonly first: string | null
  readonly answer: string | null
  readonly updated: string | null
}

test('no help page is taller than 2,000 px on a desktop, and every article starts with its short answer', async () => {
  const folder = await privateFolder('demo')
  const souk = await startSouk(folder.path)
  const visitor = await newBrowserUser(souk.url)
  const { page } = visitor
  await page.setViewportSize({ width: 1440, height: 900 })
  const faults: string[] = []
  const judge = async (path: string, answer: string | null) => {
    await page.locator(LATE.find(([late]) => path.startsWith(late))?.[1] ?? 'main h1').waitFor()
    const seen = await page.evaluate<Seen>(MEASURE)
    if (seen.height > TALLEST) faults.push(`${path}: ${seen.height} px`)
    if (answer !== null && seen.answer !== answer) faults.push(`${path}: begins with ${seen.first}: ${seen.answer}`)
    return seen
  }
  const measure = async (path: string, answer: string | null) => {
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await judge(path, answer)
  }
  const shown = (text = '') => text.replaceAll('{brand}', 'Souk')
  /** Navigates within the app: loading each article would take minutes. */
  const follow = async ({ id, question, answer }: Article) => {
    await page.evaluate(
      `history.pushState(null, '', '${paths.helpArticle(id)}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await page.getByRole('heading', { level: 1, name: shown(question), exact: true }).waitFor()
    return judge(paths.helpArticle(id), shown(answer[0]))
  }
  try {
    for (const path of [paths.help, paths.contact, ...HELP_TOPICS.map(paths.helpArticle)]) await measure(path, null)
    for (const article of readArticles('en')) {
      const { id, updated } = article
      const seen = await follow(article)
      const date = new Date(updated).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      if (seen.updated !== `Updated ${date}`) faults.push(`${id}: says ${seen.updated} in place of ${date}`)
    }
    // The longest pages in the other languages, which need more space.
    for (const { code } of LANGUAGES.filter((language) => language.code !== 'en')) {
      const tall = readArticles(code)
        .toSorted((a, b) => articleLength(b) - articleLength(a))
        .slice(0, 3)
      await measure(`${paths.helpPosting}?lang=${code}`, null)
      for (const article of [...tall, ...readArticles(code).filter((one) => one.id === 'not-allowed')])
        await follow(article)
    }
  } finally {
    await visitor.leave()
    await souk.end()
    await folder.remove()
  }
  expect(faults).toEqual([])
}, 240_000)

/** The demo market uses test payments. */
const readArticles = (language: Language) => applying(readHelp(language), 'test')

function articleLength({ answer, points = [] }: Article): number {
  return [...answer, ...points].join(' ').length
}
